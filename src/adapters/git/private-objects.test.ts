import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository } from '../../../test/fixtures/git-repository.ts'
import { agentEmail } from './judge-ref.ts'

let repository: TestRepository
afterEach(() => repository.remove())

const FORGED = 'Tutti-Task: T9'

test.each([
  ['a pipe for a pack', 'rm -f pack/*; mkfifo pack/pack-$fan$rest.idx; : > pack/pack-$fan$rest.pack'],
  ['a pipe for an object', 'mkdir $fan; mkfifo $fan/$rest'],
  ['a link to a pipe', 'mkfifo ../pipe; mkdir $fan; ln -s ../../pipe $fan/$rest'],
  ['a link to a folder with a pipe', 'mkdir ../far; mkfifo ../far/$rest; ln -s ../far $fan'],
])(
  'P11: %s among the objects of an agent keeps nobody waiting, and its commit is read',
  async (_name, leave) => {
    repository = await makeFilledRepository()
    const base = await repository.git(['rev-parse', 'HEAD'])
    const { workspaces } = await repository.open()
    const workspace = await workspaces.open({ run: 'r1', id: 'T1', base })
    await workspaces.guard('r1', 's', workspace)
    const objects = join(`${workspace.path}.agent-box`, 'objects-1')
    execFileSync('mkdir', ['-p', join(objects, 'pack')])
    const own = {
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${join(repository.root, '.git/objects')}"`,
      GIT_AUTHOR_EMAIL: agentEmail('r1'),
    }
    const args = ['commit-tree', '-p', base, '-m', `Do\n\n${FORGED}`, `${base}^{tree}`]
    const made = await repository.gitWith(own, args, workspace.path)
    // Not in the folder of the commit, which is there.
    const fan = made.startsWith('ab') ? 'cd' : 'ab'
    const rest = 'ab'.repeat(19)
    const shell = (script: string): unknown =>
      execFileSync('/bin/sh', ['-ec', script], { cwd: objects, env: { ...process.env, fan, rest } })
    shell(leave)
    const gitDir = await repository.git(['rev-parse', '--absolute-git-dir'], workspace.path)
    await writeFile(join(gitDir, 'HEAD'), `${made}\n`)
    const [found] = await workspaces.inspect('r1', 's')
    expect(found?.message).toContain(FORGED)
    shell(`rm -rf $fan pack/* ../far ../pipe; ${leave}`)
    await workspaces.guard('r1', 's2', workspace)
    await writeFile(join(gitDir, 'HEAD'), `${fan}${rest}\n`)
    expect(await workspaces.inspect('r1', 's2')).toEqual([])
  },
)
