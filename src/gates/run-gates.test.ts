import { describe, expect, it } from 'vitest'
import type { GatePlay } from '../../test/harness/play-gates.ts'
import { paperPlaces, playAfterBaseline } from '../../test/harness/play-gates.ts'
import type { SharedFinding, WrittenFile } from '../kernel/ports/workspaces.ts'
import { verify } from './verify.ts'

interface Looks {
  /** What is found after each run of the gates, the one on the base first. */
  readonly written?: readonly (readonly string[])[]
  readonly shared?: readonly (readonly string[])[]
}

function play({ written = [], shared = [] }: Looks, exitCodes: readonly number[] = []): Promise<GatePlay> {
  const places = paperPlaces(new Map())
  let looks = 0
  let inspections = 0
  let runs = 0
  const workspaces = {
    ...places,
    watch: async () => ({
      putBack: async () => {},
      close: () => {},
      written: async (): Promise<readonly WrittenFile[]> =>
        (written[looks++] ?? []).map((path) => ({ path, as: 'other' })),
    }),
    inspect: async (): Promise<readonly SharedFinding[]> =>
      (shared[inspections++] ?? []).map((name) => ({
        what: 'config',
        name,
        action: 'undone',
        message: `${name} was put back in look ${inspections}.`,
      })),
  }
  const behave = (): { readonly ends: { readonly exitCode: number } } => ({
    ends: { exitCode: exitCodes[runs++] ?? 0 },
  })
  return playAfterBaseline({ behave, world: { workspaces } }, (run, proof) =>
    verify(run, 'verify', 'work', 'tree of work', proof, 'task'),
  )
}

const toldIn = ({ events }: GatePlay): readonly string[] =>
  events.flatMap((event) => (event.type === 'fact-recorded' ? [JSON.stringify(event.value)] : []))

describe('gates whose work is disturbed', () => {
  it('P2: are run again, and what they said before does not count', async () => {
    const played = await play({ written: [[], ['src/price.js'], []] }, [0, 1, 0])
    expect(played.runs).toHaveLength(3)
    expect(played.outcome).toMatchObject({ result: { status: 'passed' } })
    expect(toldIn(played).join('\n')).toContain('Somebody else changed src/price.js while gates ran')
  })

  it('P2: prove nothing when they were green only while somebody helped', async () => {
    const played = await play({ shared: [[], ['config'], []] }, [0, 0, 1])
    expect(played.outcome).toMatchObject({ result: { status: 'failed', cause: 'exit-code' } })
  })

  it('P2: are judged when they do it themselves, and then nobody else is blamed', async () => {
    const played = await play({ written: [[], ['src/price.js'], ['src/price.js']] })
    expect(played.outcome).toMatchObject({ result: { status: 'failed', cause: 'rewritten-files' } })
    expect(toldIn(played).join('\n')).not.toContain('Somebody else')
  })

  it('P2: that change what all share in good faith, as on the base, are run once', async () => {
    const played = await play({ shared: [['config'], ['config']] })
    expect(played.runs).toHaveLength(2)
    expect(played.outcome).toMatchObject({ result: { status: 'passed' } })
  })

  it('P2: give no verdict when the disturbance does not end', async () => {
    const played = await play({ written: [[], ['a'], ['b'], ['c']] })
    expect(played.runs).toHaveLength(4)
    expect(played.outcome).toMatchObject({ result: { status: 'errored', cause: 'disturbed' } })
  })
})
