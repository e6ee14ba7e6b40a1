import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Question } from '../../../src/kernel/question.ts'
import { reply, scene } from '../../harness/script.ts'
import { inspected, issue } from '../../stories/cast.ts'
import type { FlowPlay } from './play-controlflow.ts'
import { LONG, playFlow, playPlanning, tasksOf } from './play-controlflow.ts'

const UNCLEAR = 'Maybe do something with the prices'

const cannotTell = reply({
  status: 'cannot_tell',
  question: {
    text: 'Which prices are meant?',
    options: [{ label: 'Those of the shop' }, { label: 'Those of the stock' }],
  },
})

const clear = reply({
  status: 'clear',
  objective: 'Add the prices of the shop to README.md',
  criteria: ['README.md has the prices'],
  workType: 'feature',
  likelyFiles: ['README.md'],
})

const interpreter = (part: string, acts: typeof clear) => scene({ role: 'interpreter', step: part }, acts)

describe('a scope that can mean different things', () => {
  it(
    'C12: is asked about before anything is planned, by whoever plans',
    async () => {
      const play = await playPlanning({
        tier: 'small',
        tasks: tasksOf('T1'),
        objective: UNCLEAR,
        first: [interpreter('intake/**', cannotTell)],
      })
      expect(play.outcome).toMatchObject({ status: 'waiting', questions: ['intake/meaning'] })
      expect(play.questions.get('intake/meaning')).toMatchObject({
        text: 'Which prices are meant?',
        options: [{ label: 'Those of the shop' }, { label: 'Those of the stock' }],
      })
      expect(play.turns.every((step) => step.startsWith('intake/'))).toBe(true)
      expect(play.promptOf('intake/interpret/')).toContain('agent: Planner\n')
    },
    LONG,
  )

  it(
    'C12: is planned as the person has said',
    async () => {
      const play = await playPlanning({
        tier: 'small',
        tasks: tasksOf('T1'),
        objective: UNCLEAR,
        answer: (name) => (name === 'intake/meaning' ? { option: 'option-1' } : null),
        first: [interpreter('intake/interpret-answer/**', clear), interpreter('intake/**', cannotTell)],
      })
      expect(play.promptOf('intake/interpret-answer/')).toContain('Those of the shop')
      expect(play.promptOf('plan/r1/')).toContain('Add the prices of the shop to README.md')
    },
    LONG,
  )

  it(
    'C12: is nobody’s question where the code tells what is meant',
    async () => {
      const play = await playPlanning({
        tier: 'small',
        tasks: tasksOf('T1'),
        objective: UNCLEAR,
        first: [interpreter('intake/**', clear)],
      })
      expect([...play.questions.keys()]).not.toContain('intake/meaning')
      expect(play.promptOf('plan/r1/')).toContain('Add the prices of the shop to README.md')
    },
    LONG,
  )
})

describe('a plan that a person edits before they approve it', () => {
  const edited =
    (edit: (text: string) => string) =>
    (name: string, { details }: Question) => {
      if (name !== 'approve/r1/plan') return null
      const { files } = details as { readonly files: { readonly folder: string; readonly plan: string } }
      const at = join(files.folder, files.plan)
      expect(files.plan).toMatch(/^plans\/.*-plan\.md$/)
      writeFileSync(at, edit(readFileSync(at, 'utf8')))
      return { option: 'edited' }
    }

  it(
    'C22, C50: counts as they left it: another title, another agent',
    async () => {
      const play = await playFlow({
        tier: 'small',
        tasks: tasksOf('T1', 'T2'),
        answer: edited((text) =>
          text
            .replaceAll('chore: T1', 'chore: The first of them')
            .replace('CoreImplementer-subagent', 'UIImplementer-subagent'),
        ),
      })
      expect(play.outcome.status).toBe('completed')
      const asked = [...play.prompts].filter(([step]) => /^execute\/.*\/attempt-1\/implement\//.test(step))
      const first = asked.filter(([, prompt]) => prompt.includes('chore: The first of them'))
      expect(asked).toHaveLength(2)
      expect(first.map(([, prompt]) => /^agent: (.*)$/m.exec(prompt)?.[1])).toEqual([
        'UIImplementer-subagent',
      ])
      const plan = Object.entries(play.files).find(([path]) => path.endsWith('-plan.md'))?.[1] ?? ''
      expect(plan).toContain('- [x] Phase 1 — chore: The first of them')
    },
    LONG,
  )

  it(
    'C3, C22 impossible: nobody edits an agent into it whom the roster does not have',
    async () => {
      const play = await playFlow({
        tier: 'small',
        tasks: tasksOf('T1', 'T2'),
        answer: edited((text) => text.replaceAll('CoreImplementer-subagent', 'Nobody-subagent')),
      })
      expect(play.outcome.status).toBe('waiting')
      expect(play.questions.get('approve/r1/plan-2')?.text).toMatch(
        /-plan\.md:\d+:\d+: Task T1 is for the unassigned, whom nobody plays/,
      )
      expect(play.turns.some((step) => step.startsWith('execute/'))).toBe(false)
    },
    LONG,
  )
})

describe('final_review.md', () => {
  const reviewOf = (play: FlowPlay): string =>
    Object.entries(play.files).find(([path]) =>
      /^plans\/artifacts\/[^/]+\/final_review\.md$/.test(path),
    )?.[1] ?? ''

  it(
    'C34, C35: has the scope, every phase with its files, and as advice what does not block',
    async () => {
      const advice = issue('A word on the second would help.', 'T2.txt', {
        severity: 'minor',
        about: 'risk:clarity',
      })
      const play = await playFlow({
        tier: 'large',
        tasks: tasksOf('T1', 'T2', 'T3'),
        first: [scene({ role: 'reviewer', step: 'review/**' }, reply(inspected('approved', [advice])))],
      })
      expect(play.outcome.status).toBe('completed')
      const text = reviewOf(play)
      expect(text).toMatch(/^\*\*review_scope:\*\* final$/m)
      expect(text).toMatch(/^\*\*phase_id:\*\* 0$/m)
      expect(text).toMatch(/^\*\*Verdict:\*\* APPROVED$/m)
      expect(text).toMatch(/^\*\*Fix cycles:\*\* 0$/m)
      for (const number of [1, 2, 3]) expect(text).toContain(`- phase_id ${number}: T${number}.txt`)
      expect(text).toMatch(/^- minor: A word on the second would help\..*T2\.txt/m)
      expect(play.turns.some((step) => step.startsWith('execute/F'))).toBe(false)
    },
    LONG,
  )

  it(
    'C35: says so while something still blocks after the one repair',
    async () => {
      const blocking = issue('It must say more.', 'T1.txt', { about: 'risk:correctness' })
      const play = await playFlow({
        tier: 'large',
        tasks: tasksOf('T1', 'T2', 'T3'),
        first: [
          scene({ step: 'execute/F1@**', role: 'implementer' }, [
            { act: 'write', path: 'T1.txt', text: 'T1 and more\n' },
            ...reply({ status: 'completed', summary: 'More.', tests: { total: 1, passed: 1, failed: 0 } }),
          ]),
          scene({ role: 'reviewer', step: 'review/**' }, reply(inspected('needs_revision', [blocking]))),
        ],
      })
      expect(play.outcome).toMatchObject({ status: 'waiting', questions: ['review/round-2/blocked'] })
      expect(reviewOf(play)).toMatch(/^\*\*Verdict:\*\* NEEDS_REVISION$/m)
      expect(reviewOf(play)).toMatch(/^\*\*Fix cycles:\*\* 1$/m)
      expect(reviewOf(play)).toContain('It must say more.')
    },
    LONG,
  )
})
