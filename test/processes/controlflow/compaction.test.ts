import { beforeAll, describe, expect, it } from 'vitest'
import { controlflowPolicy } from '../../../src/policy/controlflow-policy.ts'
import type { RunPolicy } from '../../../src/policy/run-policy.ts'
import { chronicleOf } from '../../../src/records/controlflow/chronicle.ts'
import { nothingBefore } from '../../../src/records/controlflow/own-facts.ts'
import { storyOf } from '../../../src/records/story.ts'
import { scene } from '../../harness/script.ts'
import { done, says, write } from '../../stories/cast.ts'
import type { FlowPlay } from './play-controlflow.ts'
import { LONG, playFlow } from './play-controlflow.ts'

const LIMIT = 'Nothing is ever deleted without a backup.'
const document = Array.from(
  { length: 60 },
  (_, line) => `The shop has a part ${line + 1}, which is old.`,
).join('\n')

const withRoomFor =
  (contextLength: number) =>
  (own: RunPolicy): RunPolicy => ({ ...own, process: { ...own.process, contextLength } })

const where = says('needs_input', 'Where shall it be stored?', {
  clarification: {
    options: [
      { id: 'file', description: 'In a file beside the shop' },
      { id: 'memory', description: 'In memory' },
    ],
    recommended: 'file',
  },
})

describe('a request that has little room', () => {
  let play: FlowPlay
  beforeAll(async () => {
    play = await playFlow({
      tier: 'small',
      tasks: [{ id: 'A', title: 'feat: keep the prices' }],
      files: { 'AGENTS.md': `# How to work here\n\n${LIMIT}\n`, 'docs/ARCHITECTURE.md': document },
      policy: withRoomFor(600),
      answer: (name) => (name.endsWith('/input-1') ? { option: 'option-file' } : null),
      first: [
        scene({ step: 'execute/A@*/attempt-1/implement/**' }, where),
        scene({ step: 'execute/A@*/attempt-1/implement-2/**' }, [
          { act: 'say', text: 'I have looked at nine hundred lines of output.' },
          write('A.txt', 'BROKEN\n'),
          ...done,
        ]),
      ],
    })
  }, LONG)

  const second = (): string => play.promptOf('execute/A@r1/attempt-2/implement/')

  it.each([
    ['C15: keeps the phase that is at work', 'feat: keep the prices'],
    ['C15: keeps what is not settled', 'The attempt before this one failed'],
    ['C15: keeps what a person has decided', 'In a file beside the shop'],
    ['C15: keeps what nobody may do', LIMIT],
    ['C15: keeps by which trace and for which plan it is asked', 'trace_id: '],
  ])('%s', (_rule, words) => {
    expect(play.outcome.status).toBe('completed')
    expect(second()).toContain(words)
  })

  it('C15: drops documents that have no room and what agents said while they worked, and says what', () => {
    expect(second()).not.toContain('The shop has a part 60')
    expect(second()).not.toContain('nine hundred lines')
    const left = play.facts('left-out') as readonly { readonly role: string; readonly titles: string[] }[]
    expect(new Set(left.flatMap(({ titles }) => titles))).toEqual(new Set(['docs/ARCHITECTURE.md']))
    expect(left.map(({ role }) => role)).toContain('implementer')
  })

  it(
    'C15: with room enough nothing is left out',
    async () => {
      const roomy = await playFlow({
        tier: 'small',
        tasks: [{ id: 'A' }],
        files: { 'docs/ARCHITECTURE.md': document },
      })
      expect(roomy.facts('left-out')).toEqual([])
      expect(roomy.promptOf('execute/A@r1/attempt-1/implement/')).toContain('The shop has a part 60')
    },
    LONG,
  )
})

it(
  'C15: an agent that cannot take its request three times in a row leaves it to a person',
  async () => {
    const full = { act: 'error', code: -32603, message: 'prompt is too long' } as const
    const play = await playFlow({
      tier: 'trivial',
      tasks: [{ id: 'A' }],
      policy: withRoomFor(600),
      first: [scene({ step: 'execute/A@*/attempt-*/implement**' }, [full])],
    })
    expect(play.outcome.status).toBe('waiting')
    expect([...play.questions.keys()].at(-1)).toBe('execute/A@r1/exhausted-1')
    expect(play.turns.filter((step) => step.startsWith('execute/A@'))).toHaveLength(3)
    expect(chronicleOf(storyOf(play.events), controlflowPolicy, nothingBefore).state).toBe('WAITING_APPROVAL')
  },
  LONG,
)
