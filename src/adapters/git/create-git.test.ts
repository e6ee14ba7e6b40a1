import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { describeRepositoryPort } from '../../../test/ports/repository.suite.ts'
import type { RepositoryBench } from '../../../test/ports/repository.suite.ts'
import { describeWorkspacesPort } from '../../../test/ports/workspaces.suite.ts'
import type { WorkspacesBench } from '../../../test/ports/workspaces.suite.ts'

describeWorkspacesPort('git', async () => workspacesBench(await makeFilledRepository()))

describeWorkspacesPort('git, from a linked worktree with an odd name', async () => {
  const repository = await makeFilledRepository('dépôt [mit] Leer*zeichen')
  const linked = join(repository.folder, 'linked wörk')
  await repository.git(['worktree', 'add', '--quiet', '-b', 'side', linked])
  return workspacesBench(repository, linked)
})

describeRepositoryPort('git', async () => repositoryBench(await makeFilledRepository('répo sitory')))

async function workspacesBench(repository: TestRepository, from = repository.root): Promise<WorkspacesBench> {
  const { workspaces, repository: port } = await repository.open({ from })
  return {
    workspaces,
    repository: port,
    base: await repository.git(['rev-parse', 'HEAD']),
    write: (workspace, path, text) =>
      text === null ? rm(join(workspace.path, path)) : writeAt(join(workspace.path, path), text),
    read: (workspace, path) => readFile(join(workspace.path, path), 'utf8').catch(() => null),
    writeIgnored: (path, text) => writeAt(join(from, path), text),
    remove: () => repository.remove(),
  }
}

async function repositoryBench(repository: TestRepository): Promise<RepositoryBench> {
  const { repository: port, workspaces } = await repository.open()
  let made = 0
  return {
    repository: port,
    base: await repository.git(['rev-parse', 'HEAD']),
    commit: async (parent, files) => {
      const workspace = await workspaces.open({ run: 'bench', id: 'maker', base: parent })
      for (const [path, text] of Object.entries(files)) {
        if (text === null) await rm(join(workspace.path, path))
        else await writeAt(join(workspace.path, path), text)
      }
      const step = `make ${(made += 1)}`
      return (await workspaces.commit({ run: 'bench', step, workspace, parent, message: step, at: 0 })).commit
    },
    dirty: (path, text) => repository.write(path, text),
    remove: () => repository.remove(),
  }
}
