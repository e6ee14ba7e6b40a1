import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plainEffect } from '../../kernel/ports/effect.ts'
import type { LaunchedProcess } from '../../kernel/ports/processes.ts'
import { createConfiner } from './confiner.ts'
import { createProcesses } from './create-processes.ts'
import { NO_SURROUNDINGS } from './surroundings.ts'
import { RUNTIME_WAY } from './ways.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tutti-confiner-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A level that is had as often as `holds` says, and otherwise not. */
function launches(
  holds: readonly boolean[],
  {
    beside = [],
    onTry = () => {},
  }: { readonly beside?: readonly string[]; readonly onTry?: () => void } = {},
): () => Promise<LaunchedProcess> {
  const left = [...holds]
  const stand = 'echo "ready 0 0" >&3; read go <&3; exec "$@"'
  const way = {
    ...RUNTIME_WAY,
    command: ({ argv }: { readonly argv: readonly string[] }) => {
      onTry()
      return ['/bin/sh', '-c', left.shift() === true ? stand : 'exit 1', 'sh', ...argv]
    },
  }
  const processes = createProcesses({
    ledgerFile: join(folder, 'ledger'),
    marker: folder,
    effect: plainEffect,
    takeOver: false,
    confine: (around) => createConfiner(around, [way]),
    surroundings: NO_SURROUNDINGS,
  })
  const confined = { writable: [folder, ...beside] }
  return () => processes.launch({ argv: ['/bin/true'], cwd: folder, env: {}, label: 'a program', confined })
}

test('P11: a launch gets no less than what has held before', async () => {
  const launch = launches([true, false, true])
  const first = await launch()
  expect(first.confinement).toBe('namespaces')
  await first.end(1_000)
  await expect(launch()).rejects.toMatchObject({ code: 'workspace-failed' })
  const third = await launch()
  expect(third.confinement).toBe('namespaces')
  await third.end(1_000)
})

test('where a level has never held, the next lower one is taken', async () => {
  const launched = await launches([false])()
  expect(launched.confinement).toBe('none')
  await launched.end(1_000)
})

test('P11: a level that failed because something went away meanwhile is tried again', async () => {
  const beside = mkdtempSync(join(tmpdir(), 'tutti-beside-'))
  const onTry = (): void => rmSync(beside, { recursive: true, force: true })
  const launched = await launches([false, true], { beside: [beside], onTry })()
  expect(launched.confinement).toBe('namespaces')
  await launched.end(1_000)
  rmSync(beside, { recursive: true, force: true })
})
