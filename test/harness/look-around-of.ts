import type { Surroundings } from '../../src/gates/audit/surroundings.ts'
import { lookAround } from '../../src/gates/audit/surroundings.ts'
import { changedFile } from './audit-of.ts'

/** What is found around a change of one file, in a base that is given by its files. */
export function lookAroundOf(
  path: string,
  base: Readonly<Record<string, string>>,
  commands: readonly string[] = [],
): Promise<Surroundings> {
  return lookAround([changedFile(path, base[path] ?? '', 'changed')], commands, {
    paths: async () => Object.keys(base),
    read: async (file) => base[file] ?? null,
    findLines: async (words) =>
      Object.entries(base).flatMap(([file, text]) =>
        text
          .split('\n')
          .filter((line) => words.some((word) => line.includes(word)))
          .map((line) => ({ path: file, text: line })),
      ),
  })
}
