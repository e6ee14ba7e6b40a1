import type { ChangedFile } from './repository.ts'

/** A secret that a change brings in. It says where and of what kind, never what it is. */
export type FoundSecret = {
  readonly path: string
  /** Counted from 1; 0 when the file as a whole is one. */
  readonly line: number
  /** As in `a token of GitHub`. */
  readonly kind: string
  /** The same for the same secret in the same file, and no way back to it. */
  readonly id: string
}

/**
 * Keeps secrets from where they must not be. Contract: nothing is sent anywhere; neither a result nor an error
 * holds any part of a secret.
 */
export interface Secrets {
  /** Those in lines that a change adds; what stood in any of its files before is none of its doing. */
  find(
    files: readonly Pick<ChangedFile, 'path' | 'kind' | 'before' | 'after'>[],
  ): Promise<readonly FoundSecret[]>
  /** The text with a few words in place of every secret in it; doing it again changes nothing. */
  redact(text: string): Promise<string>
  /** The same for secrets that are known by their value alone, where there is no time to look closer. */
  withoutKnown(text: string): string
}
