import { expect, it } from 'vitest'
import type { Outcome } from '../kernel/outcome.ts'
import type { Rehearsal } from '../../test/harness/play-standard.ts'
import { completed, on, plans, rehearse, writes } from '../../test/harness/play-standard.ts'

const input = { verify: [{ name: 'test', command: 'node --test', timeoutMs: 60_000 }] }

const testNamed = (name: string): string => `import { test } from 'node:test'\ntest('${name}', () => {})\n`

/** Plays to the end, and lets whatever is asked about pass. */
async function acceptAll({ begin, playThrough }: Rehearsal): Promise<{
  readonly outcome: Outcome
  readonly questions: readonly string[]
}> {
  const questions: string[] = []
  let outcome = await playThrough({ input })
  while (outcome.status === 'waiting' && questions.length < 5) {
    questions.push(...outcome.questions)
    const live = await begin()
    for (const question of outcome.questions) {
      await live.answer(question, { option: 'accept', text: null, by: 'me' })
    }
    outcome = await live.outcome
  }
  return { outcome, questions }
}

it('P2: a test that an agent deletes goes back, then to a person, and what was accepted is proven without it', async () => {
  const rehearsal = await rehearse([
    plans({ id: 'T1' }),
    on(
      { role: 'implementer' },
      { act: 'run', command: 'rm -f old.test.mjs' },
      writes('new.mjs', 'export {}\n'),
      completed,
    ),
  ])
  const { repository, view, remove } = rehearsal
  for (const name of ['old', 'kept']) {
    await repository.write(`${name}.test.mjs`, testNamed(name))
  }
  await repository.git(['add', '.'])
  await repository.git(['commit', '--quiet', '-m', 'tests'])
  const { outcome, questions } = await acceptAll(rehearsal)
  expect(questions).toEqual(
    ['audit-2-refused', 'verify-held'].map((name) => `execute/T1@r1/attempt-1/${name}`),
  )
  expect(outcome).toMatchObject({ status: 'completed', result: { tasks: [{ state: 'done', attempts: 1 }] } })
  const { verdicts } = await view()
  expect(verdicts.map(({ status, vanished }) => [status, vanished])).toEqual([
    ['passed', []],
    ['failed', ['old']],
    ['passed', []],
  ])
  await remove()
})

it('P2: a test that another task has landed is missed in the own proof of the task that deletes it', async () => {
  const rehearsal = await rehearse([
    plans({ id: 'T1' }, { id: 'T2', dependencies: ['T1'] }),
    on(
      { role: 'implementer', step: 'execute/T1@r1/**' },
      writes('added.test.mjs', testNamed('added')),
      completed,
    ),
    on(
      { role: 'implementer' },
      { act: 'run', command: 'rm -f added.test.mjs' },
      writes('new.mjs', 'export {}\n'),
      completed,
    ),
  ])
  const { repository, view, remove } = rehearsal
  await repository.write('kept.test.mjs', testNamed('kept'))
  await repository.git(['add', '.'])
  await repository.git(['commit', '--quiet', '-m', 'tests'])
  const { outcome, questions } = await acceptAll(rehearsal)
  expect(questions).toEqual(
    ['audit-2-refused', 'verify-held'].map((name) => `execute/T2@r1/attempt-1/${name}`),
  )
  expect(outcome).toMatchObject({
    status: 'completed',
    result: { tasks: [{}, { state: 'done', attempts: 1 }] },
  })
  const { verdicts } = await view()
  expect(verdicts.flatMap(({ vanished }) => vanished)).toEqual(['added'])
  await remove()
})
