import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { PATIENCE_MS } from '../harness/cli.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const MARKS = '\u001B]52;c;AAAA\u0007\u009B31m\u202Egnp.\u2066\u200B'
const FAMILY = '👨‍👩‍👧'
const ACTED_ON = /(?!\n)[\p{Cc}\p{Bidi_Control}\u200B]/u

let bench: CliBench
beforeEach(async () => {
  bench = await makeBench()
})
afterEach(() => bench.remove())

test.each(['doctor', 'doctor --json', 'roles', 'policy show', 'trust --show', 'list'])(
  'P11: what a repository says comes to the terminal as plain words: %s',
  async (words) => {
    await bench.configure({
      agent: `nobody${MARKS}`,
      verify: [`echo ${MARKS}\n✓ all is well`],
      copy: [`a${MARKS}`],
      state: { journals: join(bench.folder, `journals${MARKS}`) },
    })
    const { stdout, stderr } = await bench.cli(words.split(' '))
    expect(stdout + stderr).not.toMatch(ACTED_ON)
    expect(stdout + stderr).not.toMatch(/^✓ all/m)
  },
)

test('P11: words that need what nobody sees keep it, and JSON says what was said', async () => {
  const said = `echo ${FAMILY} می‌خواهم`
  await bench.configure({ verify: [said], copy: [`a${MARKS}`] })
  const { stdout } = await bench.cli(['doctor'])
  expect(stdout).toContain(`${said} (set)`)
  const { settings } = JSON.parse((await bench.cli(['doctor', '--json'])).stdout) as {
    readonly settings: readonly { readonly key: string; readonly value: unknown }[]
  }
  expect(settings.find(({ key }) => key === 'copy')?.value).toEqual([`a${MARKS}`])
})
