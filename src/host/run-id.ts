import { randomBytes } from 'node:crypto'
import { RunFailure } from '../kernel/failure.ts'

const pattern = /^[a-z0-9][a-z0-9-]{0,47}$/

/** A name a person can read and type: the objective's first words and four random digits. */
export function newRunId(objective: string): string {
  const words = objective
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .split('-')
  const slug = words.slice(0, 4).join('-').slice(0, 36).replace(/-+$/, '')
  return `${slug || 'run'}-${randomBytes(2).toString('hex')}`
}

/** Refuses names that could not be a folder, a ref and a branch alike. */
export function checkRunId(run: string): string {
  if (pattern.test(run)) return run
  const message = `"${run}" cannot name a run: use up to 48 small letters, digits and hyphens.`
  throw new RunFailure({ code: 'bad-input', message })
}
