import { existsSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { registrationsAt } from '../adapters/git/worktree-registry.ts'
import type { Surroundings } from '../adapters/processes/surroundings.ts'
import type { Settings } from '../config/settings.ts'
import { parseHostPattern } from '../kernel/host-pattern.ts'
import type { OpenDoor } from '../kernel/ports/door.ts'
import type { Allowed } from './allow-store.ts'
import { allowedNow } from './allow-store.ts'
import type { Environment, Locations } from './locations.ts'
import { configHome, stateHome } from './locations.ts'

/** What confined programs of a run must not see, and what they may; a person's words count from when they are given. */
export function surroundingsOf(
  locations: Pick<Locations, 'repository' | 'runs' | 'worktrees'>,
  environment: Environment,
  { isolation, sandbox, policy }: Pick<Settings, 'isolation' | 'sandbox' | 'policy'>,
  openDoor: OpenDoor,
): Surroundings {
  const { commonDir } = locations.repository
  const allowed = (): Allowed => allowedNow(environment, commonDir)
  const state = [stateHome(environment), configHome(environment)].map((folder) => join(folder, 'tutti'))
  return {
    isolation: { wanted: isolation, required: policy.isolation },
    homes: [environment['HOME'] || homedir(), ...homeOfUser()],
    hidden: [dirname(locations.runs), locations.worktrees, ...state],
    get readable() {
      return [...installed(), ...sandbox.readable, ...allowed().read]
    },
    get writable() {
      return [...sandbox.writable, ...allowed().write]
    },
    hosts: () => [...sandbox.hosts, ...allowed().host].flatMap((host) => parseHostPattern(host) ?? []),
    openDoor,
    limits: sandbox.limits,
    gitOf: async (path) => {
      const [only, ...more] = await registrationsAt(commonDir, path)
      return only === undefined || more.length > 0 ? null : { commonDir, gitDir: only.gitDir }
    },
  }
}

/** What was seen at one level, or with other folders, says nothing about another: a home may be read-only in one. */
export function keptApart({ isolation, readable, writable }: Surroundings): readonly string[] {
  return [isolation.wanted, ...readable, '', ...writable]
}

/** A number without an entry in the list of users has none. */
function homeOfUser(): readonly string[] {
  try {
    return [userInfo().homedir]
  } catch {
    return []
  }
}

/** Tutti itself, whose bridge to its tools is started by agents, with what it needs. */
function installed(): readonly string[] {
  const modules = import.meta.dirname.indexOf('/node_modules/')
  if (modules !== -1) return [import.meta.dirname.slice(0, modules + '/node_modules'.length)]
  let at = import.meta.dirname
  while (!existsSync(join(at, 'package.json')) && at !== dirname(at)) at = dirname(at)
  return [join(at, 'dist'), join(at, 'src'), join(at, 'package.json'), join(at, 'node_modules')]
}
