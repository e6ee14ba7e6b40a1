import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { rules as controlflow } from '../processes/controlflow/rules.ts'
import { rules as gemTeam } from '../processes/gem-team/rules.ts'
import { rules as jiraLoop } from '../processes/jira-loop/rules.ts'
import { rules as teamCoordinate } from '../processes/team-coordinate/rules.ts'
import { findAgainst, findClaims } from './find-claims.ts'
import type { Evidence } from './judge-conformance.ts'

/** Tests of this check plant titles of their own, and goldens are no tests. */
const LEFT_OUT = /^test\/(?:conformance|fixtures)\//
const RULES = /\/rules\.ts$/

/** Reads the titles of all tests, the rules in our words and the decision records of the project. */
export async function readEvidence(root: string): Promise<Evidence> {
  const tests = await readAll(root, 'test', (path) => path.endsWith('.ts') && !RULES.test(path))
  const beside = await readAll(root, 'src', (path) => path.endsWith('.test.ts'))
  const records = await readAll(root, 'docs/decisions', (path) => path.endsWith('.md'))
  return {
    claims: findClaims(new Map([...tests, ...beside].filter(([path]) => !LEFT_OUT.test(path)))),
    against: findAgainst(records),
    words: { ...gemTeam, ...jiraLoop, ...controlflow, ...teamCoordinate },
  }
}

async function readAll(
  root: string,
  folder: string,
  isMeant: (path: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter(isMeant)
    .toSorted()
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')))
  return new Map(paths.map((path, index) => [path, texts[index] ?? '']))
}
