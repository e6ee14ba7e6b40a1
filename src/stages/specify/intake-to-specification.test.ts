import { describe, expect, it } from 'vitest'
import type { Scene } from '../../adapters/agents/scripted/script.ts'
import { paperFiles } from '../../../test/harness/paper-files.ts'
import { baseOf, jobOf, playWithCuts } from '../../../test/harness/play-stage.ts'
import { on } from '../../../test/harness/play-standard.ts'
import type { Json } from '../../kernel/json.ts'
import type { Run } from '../../kernel/playbook.ts'
import { discuss } from './discuss.ts'
import { gatherSources } from '../intake/gather-sources.ts'
import { openProcessFiles } from './process-files.ts'
import { specify } from './specify.ts'
import { understand } from '../intake/understand.ts'

const objective = 'maybe round something'
const shop = { 'src/cart/total.ts': 'export function sumOf() {}\n', 'AGENTS.md': '# Us\n' }

const scenes: readonly Scene[] = [
  on(
    { step: 'intake/interpret/**' },
    {
      act: 'reply',
      value: {
        status: 'cannot_tell',
        question: { text: 'Which?', options: [{ label: 'a' }, { label: 'b' }] },
      },
    },
  ),
  on(
    { step: 'intake/interpret-answer/**', prompt: '\nb\n' },
    {
      act: 'reply',
      value: { status: 'clear', objective: 'Round all totals', criteria: ['cents'], workType: 'fix' },
    },
  ),
  on(
    { step: 'discuss/**' },
    {
      act: 'reply',
      value: {
        questions: [
          {
            kind: 'data',
            question: 'Up or down?',
            impact: 'i',
            lookedAt: [{ path: 'src/cart/total.ts', found: 'nothing' }],
            answeredByCode: false,
            scope: 'architectural',
            options: ['up', 'down'].map((label) => ({
              label,
              pros: ['p'],
              cons: ['c'],
              recommended: label === 'up',
            })),
          },
        ],
        fewBecause: 'no more',
      },
    },
  ),
  on(
    { step: 'specify/**' },
    {
      act: 'reply',
      value: { acceptance_criteria: [{ criterion: 'cents', verification: 'test' }], change: 'rounding' },
    },
  ),
]

async function stage(run: Run): Promise<Json> {
  const base = await baseOf(run)
  const job = jobOf({ base, objective })
  const brief = await understand(run.scope('intake'), job, { base }, null)
  const own = { ...job, tier: brief.tier }
  const clarifications = await discuss(run.scope('discuss'), own, brief)
  const files = await openProcessFiles(run.scope('files'), base)
  const specified = await specify(run.scope('specify'), own, brief, clarifications, files)
  const sources = await gatherSources(
    run.scope('intake'),
    { clarifications },
    { base },
    specified?.prd ?? null,
  )
  return [brief, clarifications, specified, files.paths, sources]
}

describe('from a sentence to a specification', () => {
  it('P1: comes to the same wherever it was cut off; nothing finished is done or asked again', async () => {
    const answer = (question: string): { option: string } => ({
      option: question === 'intake/meaning' ? 'option-2' : 'option-1',
    })
    const { whole, resumed } = await playWithCuts({ stage, scenes, answer }, async () => ({
      ports: paperFiles(shop),
    }))
    expect(whole.outcome).toMatchObject({ status: 'completed' })
    expect(whole.result).toMatchObject([
      { objective: 'Round all totals', tier: 'medium' },
      [{ question: 'Up or down?', answer: 'up' }],
      { prd: { version: '1.0.0' }, criteria: [{ id: 'AC-001' }] },
      ['AGENTS.md', 'docs/PRD.yaml'],
      [{ title: expect.stringContaining('agreed') }, { title: 'docs/PRD.yaml' }, { title: 'AGENTS.md' }],
    ])
    expect(resumed.length).toBeGreaterThan(40)
    for (const { result, events } of resumed) {
      expect(result).toEqual(whole.result)
      const asked = events.flatMap((event) => (event.type === 'question-asked' ? [event.question] : []))
      expect(asked).toEqual([...whole.questions.keys()])
      const completed = events.flatMap((event) => (event.type === 'step-completed' ? [event.step] : []))
      expect(new Set(completed).size).toBe(completed.length)
    }
  })
})
