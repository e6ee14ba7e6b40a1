import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository } from '../../../test/fixtures/git-repository.ts'
import { agentEmail } from './judge-ref.ts'

let repository: TestRepository
afterEach(() => repository.remove())

const ID = 'ab'.repeat(20)
const FORGED = 'Tutti-Task: T9'

test.each([
  ['a pipe for a pack', `rm -f pack/*; mkfifo pack/pack-${ID}.idx; : > pack/pack-${ID}.pack`],
  ['a pipe for an object', `mkdir ab; mkfifo ab/${ID.slice(2)}`],
  ['a link to a pipe', `mkfifo ../pipe; mkdir ab; ln -s ../../pipe ab/${ID.slice(2)}`],
  ['a link to a folder with a pipe', `mkdir ../far; mkfifo ../far/${ID.slice(2)}; ln -s ../far ab`],
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
    execFileSync('/bin/sh', ['-ec', leave], { cwd: objects })
    const gitDir = await repository.git(['rev-parse', '--absolute-git-dir'], workspace.path)
    await writeFile(join(gitDir, 'HEAD'), `${made}\n`)
    const [found] = await workspaces.inspect('r1', 's')
    expect(found?.message).toContain(FORGED)
    execFileSync('/bin/sh', ['-ec', `rm -rf ab pack/* ../far ../pipe; ${leave}`], { cwd: objects })
    await workspaces.guard('r1', 's2', workspace)
    await writeFile(join(gitDir, 'HEAD'), `${ID}\n`)
    expect(await workspaces.inspect('r1', 's2')).toEqual([])
  },
)
