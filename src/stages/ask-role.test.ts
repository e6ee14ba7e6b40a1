import { afterEach, describe, expect, it } from 'vitest'
import type { Rehearsal } from '../../test/harness/play-standard.ts'
import { on, plans, rehearse, writes } from '../../test/harness/play-standard.ts'
import type { Act } from '../adapters/agents/scripted/script.ts'
import type { Json } from '../kernel/json.ts'
import type { Outcome } from '../kernel/outcome.ts'
import { plainPolicy } from '../policy/run-policy.ts'

let rehearsal: Rehearsal
afterEach(() => rehearsal.remove())

const implementer = { role: 'implementer' } as const
const policy = { ...plainPolicy, process: { ...plainPolicy.process, tools: true } }
const call = (name: string, input: Json): Act => ({ act: 'tool', name, input })
const submit = (status: string, summary: string): Act => call('submit_result', { status, summary })
const learnt = { action: 'add', kind: 'learning', text: 'It is so.', evidence: ['base.ok'] } as const

const playIt = (): Promise<Outcome> => rehearsal.playThrough({ input: { policy } })

async function told(): Promise<readonly unknown[]> {
  const { events } = await rehearsal.world.journal.read()
  return events.flatMap((event) =>
    event.type === 'fact-recorded' && event.kind === 'told' ? [event.value] : [],
  )
}

describe('a role with tools', () => {
  it('does its task by them alone, and what it told is recorded after its turn', async () => {
    rehearsal = await rehearse([
      plans({ id: 'T1' }),
      on(implementer, call('wisdom', learnt), writes('a.ok', 'ok'), submit('completed', 'done')),
    ])
    expect(await playIt()).toMatchObject({ status: 'completed' })
    expect(await told()).toEqual([
      {
        from: 'implementer',
        task: 'T1',
        call: { tool: 'wisdom', input: learnt },
      },
    ])
    expect(rehearsal.turns.filter((turn) => turn.includes('/repair-'))).toEqual([])
  })

  it('P6: that asks a person gets the answer in its next turn, of the same session', async () => {
    const options = [{ label: 'Blue' }, { label: 'Green', description: 'As the trees.' }]
    rehearsal = await rehearse([
      plans({ id: 'T1' }),
      on({ ...implementer, prompt: 'The answer: Green' }, writes('a.ok', 'ok'), submit('completed', 'done')),
      on(
        implementer,
        call('ask_person', { question: 'Which colour?', options }),
        submit('needs_input', 'I wait for an answer.'),
      ),
    ])
    const waiting = await playIt()
    const [question = ''] = waiting.status === 'waiting' ? waiting.questions : []
    expect((await rehearsal.view()).questions.at(-1)?.ask).toMatchObject({
      text: expect.stringContaining('Which colour?'),
      options: expect.arrayContaining([
        expect.objectContaining({ id: 'option-1', label: 'Blue (recommended)' }),
        expect.objectContaining({ id: 'option-2', description: expect.stringContaining('trees') }),
      ]),
    })
    const live = await rehearsal.begin({ input: { policy }, wait: true })
    await live.answer(question, { option: 'option-2', text: null, by: 'me' })
    expect(await live.outcome).toMatchObject({ status: 'completed' })
    expect(await told()).toContainEqual(expect.objectContaining({ from: 'implementer', task: 'T1' }))
  })
})
