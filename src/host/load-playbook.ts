import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { RunFailure, toRunFailure } from '../kernel/failure.ts'
import type { Json } from '../kernel/json.ts'
import type { Playbook, Run } from '../kernel/playbook.ts'
import { findBuiltIn } from '../playbooks/built-in-playbooks.ts'
import type { PlaybookFile } from './playbook-file.ts'
import { playbookTrouble } from './playbook-trouble.ts'
import { TUTTI_VERSION } from './version.ts'

/** Any playbook: what it takes and gives is its own business. */
export type AnyPlaybook = Playbook<unknown, Json>

const namePattern = /^[a-z0-9][a-z0-9-]{0,47}$/

/**
 * Runs a team's file and gives the playbook it exports, as `playbook` or as its default. TypeScript's types are
 * taken off and not checked. Contract: whoever calls this has the person's word that the file may run.
 */
export async function loadPlaybook({ path, file }: PlaybookFile, root: string): Promise<AnyPlaybook> {
  const exported = await runFile(path).catch((cause: unknown) => {
    const message = `${playbookTrouble(cause, path, root)} Correct the playbook and try again.`
    throw new RunFailure({ code: 'bad-input', message, where: file }, { cause })
  })
  const found = exported['playbook'] ?? exported['default']
  const problem = problemOf(found)
  if (problem !== null)
    throw new RunFailure({ code: 'bad-input', message: `${file}: ${problem}`, where: file })
  return guarded(found as AnyPlaybook, path, root)
}

async function runFile(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { createJiti } = await import('jiti')
  // No cache on disk: a file that is read anew each time cannot be stale, and nothing is written beside it.
  const jiti = createJiti(`${dirname(path)}/`, {
    fsCache: false,
    moduleCache: false,
    interopDefault: false,
    virtualModules: {
      tutti: await ownApi(),
      ...(hasModule('zod', path) ? {} : { zod: await import('zod') }),
    },
  })
  return jiti.import<Readonly<Record<string, unknown>>>(path)
}

/** Contracts are written with zod: ours serves where the repository has none. */
function hasModule(name: string, path: string): boolean {
  try {
    return createRequire(path).resolve(name) !== ''
  } catch {
    return false
  }
}

/** This very Tutti, whether or not it is installed where the playbook lies: a second one would not know our errors. */
async function ownApi(): Promise<object> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const api = (await import(new URL(`../index.${extension}`, import.meta.url).href)) as object
  return new Proxy(
    { ...api, __esModule: true },
    {
      get: (target, name) => {
        if (typeof name === 'symbol' || name in target || name === 'default' || name === 'then') {
          return Reflect.get(target, name) as unknown
        }
        throw new Error(`Tutti ${TUTTI_VERSION} has no export "${name}"`)
      },
    },
  )
}

function problemOf(found: unknown): string | null {
  if (found === undefined) {
    return 'it exports no playbook. Write: export const playbook: Playbook<StandardInput, Json> = { … }'
  }
  if (found === null || typeof found !== 'object') return 'what it exports as its playbook is no object.'
  const { name, version, oldest, parseInput, play } = found as Partial<Record<keyof AnyPlaybook, unknown>>
  if (typeof name !== 'string' || !namePattern.test(name)) {
    return "the playbook's name must be up to 48 small letters, digits and hyphens."
  }
  if (findBuiltIn(name) !== null) return `the name "${name}" is taken by what is built in; choose another.`
  if (!isCount(version)) return "the playbook's version must be a whole number from 1."
  if (oldest !== undefined && !(isCount(oldest) && oldest <= version)) {
    return "the playbook's oldest must be a whole number from 1 to its version."
  }
  if (typeof parseInput !== 'function') {
    return 'the playbook has no function parseInput; for the usual input: parseInput: standardPlaybook.parseInput'
  }
  return typeof play === 'function' ? null : 'the playbook has no function play(run, input).'
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1
}

/** A mistake in a team's file is told by its own line; it stops the run, and a resume tries again. */
function guarded(playbook: AnyPlaybook, path: string, root: string): AnyPlaybook {
  const { name, version, oldest } = playbook
  return {
    name,
    version,
    ...(oldest === undefined ? {} : { oldest }),
    parseInput: (input) => playbook.parseInput(input),
    play: async (run: Run, input: unknown) => {
      try {
        return (await playbook.play(run, input)) ?? null
      } catch (thrown) {
        if (thrown instanceof RunFailure) throw thrown
        const { failure } = toRunFailure(thrown)
        const trace = failure.code === 'bug' ? failure.trace : failure.message
        const message = `${playbookTrouble(thrown, path, root)} Correct the playbook, then resume the run.`
        throw new RunFailure({ code: 'bug', message, trace }, { cause: thrown })
      }
    },
  }
}
