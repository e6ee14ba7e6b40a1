import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Workspace } from '../../src/kernel/ports/workspaces.ts'
import type { DecoyWorld } from '../isolation/decoy-world.ts'
import { openDecoyWorld } from '../isolation/decoy-world.ts'
import { toolProjects } from './toolchains/tool-projects.ts'
import { isInstalled } from '../harness/is-installed.ts'
import type { ToolProject } from './toolchains/tool-projects.ts'

const installed = toolProjects.filter(({ tools }) => tools.every(isInstalled))

let world: DecoyWorld
beforeAll(async () => {
  world = await openDecoyWorld(userInfo().homedir)
}, 60_000)
afterAll(() => world.close())

/** On the tools and in the home of this machine, which are only looked at; without other hosts. */
describe('P11: a project of each tool chain is prepared and proven in the sandbox as it is outside', () => {
  it.each(installed.map((project) => [project.name, project] as const))(
    '%s',
    async (_, project) => {
      const workspace = await openWith(project)
      const plain = runPlainly(project, workspace)
      const confined = []
      for (const command of [project.prepare, project.prove]) {
        const { exitCode, text, isolation } = await world.run(workspace, command)
        confined.push({ exitCode, isolation, trouble: exitCode === 0 ? '' : text.slice(-2_000) })
      }
      const [first] = confined
      const isolation = first?.isolation
      expect(confined).toEqual(
        plain.map((exitCode) => ({ exitCode, isolation, trouble: expect.any(String) as string })),
      )
      if (project.mayFail !== true) expect(plain).toEqual([0, 0])
      const settings = execFileSync('git', ['config', '--list', '--local'], { cwd: world.decoy.project })
      if (isolation !== 'none') expect(String(settings)).not.toContain('hookspath')
    },
    180_000,
  )
})

/** Commits the files of a project and opens a workspace with them. */
async function openWith({ name, files }: ToolProject): Promise<Workspace> {
  const { project, home } = world.decoy
  const git = (...args: readonly string[]): string =>
    String(execFileSync('git', args, { cwd: project, env: { PATH: process.env['PATH'], HOME: home } })).trim()
  const branch = name.toLowerCase().replaceAll(/\W+/g, '-')
  git('checkout', '--quiet', '-b', branch, world.base)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  git('add', '.')
  git('commit', '--quiet', '--message', name)
  return world.world.workspaces.open({ run: 'r1', id: branch, base: git('rev-parse', 'HEAD') })
}

/** In a copy outside, with the same files: how its commands end there. */
function runPlainly({ prepare, prove }: ToolProject, { path }: Workspace): readonly (number | null)[] {
  const folder = mkdtempSync(join(tmpdir(), 'tutti-plain-'))
  try {
    cpSync(path, folder, { recursive: true, filter: (from) => from !== join(path, '.git') })
    spawnSync('git', ['init', '--quiet'], { cwd: folder })
    const env = { PATH: process.env['PATH'] ?? '', HOME: userInfo().homedir }
    return [prepare, prove].map(
      (command) => spawnSync('/bin/sh', ['-c', command], { cwd: folder, env }).status,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
