import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { plainEffect } from '../../kernel/ports/effect.ts'
import { createProcesses } from './create-processes.ts'
import { findIsolation } from './find-isolation.ts'
import { NO_SURROUNDINGS } from './surroundings.ts'

const { level } = await findIsolation()

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-homes-'))
  await mkdir(join(folder, 'work'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe.runIf(level === 'sandbox')('P11: two homes, as where HOME is not that of the user', () => {
  it('each show their own settings and caches', async () => {
    const homes = ['given', 'own'].map((name) => join(folder, name))
    for (const home of homes) {
      await mkdir(join(home, '.npm'), { recursive: true })
      await writeFile(join(home, '.npm/entry'), `cached in ${home}\n`)
      await writeFile(join(home, '.npmrc'), `cafile=${home}\n_authToken=secret\n`)
    }
    const shown = homes.map((home) => `${home}/.npmrc ${home}/.npm/entry`).join(' ')
    const work = join(folder, 'work')
    const processes = createProcesses({
      ledgerFile: join(folder, 'ledger'),
      marker: folder,
      effect: plainEffect,
      takeOver: false,
      surroundings: { ...NO_SURROUNDINGS, homes },
    })
    const launched = await processes.launch({
      argv: [
        '/bin/sh',
        '-c',
        `cat ${shown} > seen; touch ${homes.map((home) => `${home}/.npm/new`).join(' ')}`,
      ],
      cwd: work,
      env: { PATH: process.env['PATH'] ?? '', HOME: homes[0] ?? '' },
      label: 'the command',
      confined: { writable: [work], box: join(folder, 'box') },
    })
    await expect(launched.ended).resolves.toEqual({ code: 0, signal: null })
    await launched.end(1_000)
    const seen = await readFile(join(work, 'seen'), 'utf8')
    expect(seen.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual(
      homes.flatMap((home) => [`cafile=${home}`, `cached in ${home}`]),
    )
  })
})

it.runIf(level !== 'none')(
  'P11: programs of a PATH that leads to /tmp are seen, with what they link to, and nothing beside them',
  async () => {
    const [tools, work] = [join(folder, 'tools/bin'), join(folder, 'work')]
    const program = '#!/bin/sh\necho ran > ran\n'
    await mkdir(tools, { recursive: true })
    await mkdir(join(folder, 'kept'))
    await writeFile(join(folder, 'kept/program'), program, { mode: 0o755 })
    await writeFile(join(folder, 'beside'), 'private')
    await symlink('../../kept/program', join(tools, 'my-tool'))
    const processes = createProcesses({
      ledgerFile: join(folder, 'ledger'),
      marker: folder,
      effect: plainEffect,
      takeOver: false,
      surroundings: NO_SURROUNDINGS,
    })
    const launched = await processes.launch({
      argv: ['/bin/sh', '-c', `my-tool; ls '${folder}' > seen`],
      cwd: work,
      env: { PATH: `${tools}:/usr/bin:/bin` },
      label: 'the command',
      confined: { writable: [work], box: join(folder, 'box') },
    })
    await expect(launched.ended).resolves.toEqual({ code: 0, signal: null })
    await launched.end(1_000)
    expect(await readFile(join(work, 'ran'), 'utf8')).toBe('ran\n')
    expect(await readFile(join(work, 'seen'), 'utf8')).not.toContain('beside')
  },
)
