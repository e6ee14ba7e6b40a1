import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StartRequest } from '../../../src/host/prepare-run.ts'
import { findWork } from '../../../src/host/prepare-run.ts'
import type { FoundFiles } from '../../../src/records/whose-files.ts'
import { chooseWork } from '../../../src/surfaces/cli/settle-needs.ts'
import type { Terminal } from '../../../src/surfaces/cli/terminal.ts'
import type { TestRepository } from '../../fixtures/git-repository.ts'
import { makeStage } from '../../harness/play-process.ts'
import { halfFinishedSession } from './half-finished.ts'

let repository: TestRepository
let said: string[]

beforeEach(async () => {
  repository = await makeStage({})
  said = []
})

afterEach(() => repository.remove())

/** Leaves a session in the checkout, as git does not know it. */
async function leave(name: string, status: string): Promise<void> {
  for (const [path, text] of Object.entries(halfFinishedSession)) {
    const isSession = path === 'team-session.json'
    const written = isSession ? JSON.stringify({ ...(JSON.parse(text) as object), status }) : text
    await repository.write(`.workflow/.team/${name}/${path}`, written)
  }
}

function terminal(typed: string | null, cwd = repository.root): Terminal {
  const stdin = new PassThrough()
  stdin.end(`${typed ?? ''}\n`)
  return {
    environment: repository.environment,
    cwd,
    self: 'tutti',
    stdin: stdin as unknown as Terminal['stdin'],
    stdout: new PassThrough() as unknown as Terminal['stdout'],
    stderr: new PassThrough() as unknown as Terminal['stderr'],
    paint: (_colour, text) => text,
    isInteractive: typed !== null,
    out: (line) => void said.push(line),
    err: (line) => void said.push(line),
  }
}

/** What a run goes on with once the person at the terminal has been asked. */
async function chooseGiven(
  there: Terminal,
  objective: string | undefined,
  { playbook }: { readonly playbook?: string },
): Promise<FoundFiles | null> {
  const asked: StartRequest = {
    ...(objective === undefined ? {} : { objective }),
    ...(playbook === undefined ? {} : { playbook }),
  }
  const found = await findWork(there, asked)
  if (found?.kind !== 'needs-choice') return found
  const settled = await findWork(there, { ...asked, ...(await chooseWork(there, found, false)) })
  if (settled?.kind === 'needs-choice') throw new Error('it was chosen')
  return settled
}

const flags = { playbook: 'team-coordinate' }
const path = (name: string): string => `.workflow/.team/${name}`

describe('sessions that wait in the checkout', () => {
  test('D12: none, or one that is completed or cannot be read: a new one begins', async () => {
    expect(await chooseGiven(terminal(null), 'Do it', flags)).toBeNull()
    await leave('TC-over-2026-01-01', 'completed')
    await repository.write('.workflow/.team/TC-torn-2026-01-01/team-session.json', '{')
    expect(await chooseGiven(terminal(null), undefined, flags)).toBeNull()
    expect(said).toEqual([])
  })

  test.each([
    ['D12: one that is active is gone on with', 'active'],
    ['D12: one that is paused is gone on with', 'paused'],
  ])('%s', async (_name, status) => {
    await leave('TC-left-2026-01-01', status)
    await leave('TC-over-2026-01-01', 'completed')
    const found = await chooseGiven(terminal(null), undefined, flags)
    expect(found?.given).toMatchObject({ process: 'team-coordinate', path: path('TC-left-2026-01-01') })
    expect(found?.objective).not.toBe('')
  })

  test('D12: it is found from a folder within the project, too', async () => {
    await leave('TC-left-2026-01-01', 'active')
    const cwd = join(repository.root, 'src')
    await mkdir(cwd, { recursive: true })
    const found = await chooseGiven(terminal(null, cwd), undefined, flags)
    expect(found?.given.path).toBe(`../${path('TC-left-2026-01-01')}`)
  })

  test('D12: with something new to do, the person is asked', async () => {
    await leave('TC-left-2026-01-01', 'active')
    const gone = await chooseGiven(terminal('1'), 'Do it', flags)
    expect(gone?.given.path).toBe(path('TC-left-2026-01-01'))
    expect(await chooseGiven(terminal('2'), 'Do it', flags)).toBeNull()
    await expect(chooseGiven(terminal('9'), 'Do it', flags)).rejects.toThrow(/--from .*TC-left/)
  })

  test('D12: with something new to do and nobody there, it begins anew and says what waits', async () => {
    await leave('TC-left-2026-01-01', 'active')
    expect(await chooseGiven(terminal(null), 'Do it', flags)).toBeNull()
    expect(said.join()).toContain(`--from ${path('TC-left-2026-01-01')}`)
  })

  test('D12: of several the person chooses; without anybody there nothing is begun', async () => {
    await leave('TC-left-2026-01-01', 'active')
    await leave('TC-other-2026-01-01', 'paused')
    const found = await chooseGiven(terminal('2'), undefined, flags)
    expect(found?.given.path).toBe(path('TC-other-2026-01-01'))
    await expect(chooseGiven(terminal(null), undefined, flags)).rejects.toThrow(
      /2 jobs .*TC-left.* or .*TC-other/,
    )
  })

  test('D12: nobody else’s run is given a session', async () => {
    await leave('TC-left-2026-01-01', 'active')
    expect(await chooseGiven(terminal(null), undefined, { ...flags, playbook: 'gem-team' })).toBeNull()
    expect(await chooseGiven(terminal(null), undefined, {})).toBeNull()
  })
})
