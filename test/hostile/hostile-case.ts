import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CliPlace } from '../harness/cli.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { findLosses, takeSnapshot } from '../harness/snapshot.ts'

export interface HostileCase {
  readonly name: string
  readonly args: readonly string[]
  /** From the list in the command line's exit-status.ts. */
  readonly status: number
  /** What the one message must contain. */
  readonly says: string
  /** Makes the trouble; gives another place for the command to stand in, and what is to be done after it. */
  readonly arrange?: (bench: CliBench) => Promise<Arranged | void>
  /** The command plays a run, whose journal may grow. */
  readonly plays?: true
}

export interface Arranged extends Partial<CliPlace> {
  readonly after?: () => Promise<unknown>
}

interface Row {
  readonly name: string
  readonly status: number | null
  readonly message: string
}

/** Each case in a copy of the bench: one clear message, the documented status, and nothing of the user's lost. */
export function describeHostile(
  title: string,
  make: () => Promise<CliBench>,
  cases: readonly HostileCase[],
): void {
  vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })
  describe(title, () => {
    const rows: Row[] = []
    let original: CliBench
    beforeAll(async () => {
      original = await make()
    })
    afterAll(async () => {
      await original.remove()
      console.log(`${title}\n${rows.map(rowText).join('\n')}`)
    })
    test.concurrent.each(cases.map((each, index) => [each.name, each, index] as const))(
      '%s',
      async (name, each, index) => {
        const bench = await original.copy()
        try {
          rows[index] = { name, ...(await suffer(bench, each)) }
        } finally {
          await bench.remove()
        }
      },
    )
  })
}

async function suffer(
  bench: CliBench,
  { args, status, says, arrange, plays }: HostileCase,
): Promise<Omit<Row, 'name'>> {
  const { after, ...place } = (await arrange?.(bench)) ?? {}
  const before = await takeSnapshot(bench.folder)
  try {
    const ended = await bench.cli(args, place)
    const message = messageIn(ended.stderr, bench)
    expect(message).toContain(says)
    expect({ status: ended.status, stdout: ended.stdout }).toEqual({ status, stdout: '' })
    expect(findLosses(before, await takeSnapshot(bench.folder), plays === true)).toEqual([])
    return { status: ended.status, message }
  } finally {
    await after?.()
  }
}

/** The one message, with the bench's own folder left out of it. */
export function messageIn(stderr: string, { folder }: Pick<CliBench, 'folder'>): string {
  const messages = stderr.split(/^tutti: /m).slice(1)
  expect(messages, `one message, and not:\n${stderr}`).toHaveLength(1)
  expect(stderr).not.toMatch(/^\s+at .*:\d+/m)
  expect(stderr).not.toContain('This is a bug')
  expect(stderr).not.toContain('\u001B')
  return (messages[0] ?? '').trimEnd().replaceAll(folder, '…')
}

function rowText({ name, status, message }: Row): string {
  const [first = '', ...more] = message.split('\n')
  return [
    `${name.padEnd(44)} ${String(status).padStart(3)}  ${first}`,
    ...more.map((line) => `${' '.repeat(50)}${line}`),
  ].join('\n')
}
