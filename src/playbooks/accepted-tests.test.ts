import { expect, it } from 'vitest'
import { completed, on, plans, rehearse, writes } from '../../test/harness/play-standard.ts'

it('P2: a test that an agent deletes goes back, then to a person, and what was accepted is proven without it', async () => {
  const { repository, begin, playThrough, view, remove } = await rehearse([
    plans({ id: 'T1' }),
    on(
      { role: 'implementer' },
      { act: 'run', command: 'rm -f old.test.mjs' },
      writes('new.mjs', 'export {}\n'),
      completed,
    ),
  ])
  for (const name of ['old', 'kept']) {
    await repository.write(
      `${name}.test.mjs`,
      `import { test } from 'node:test'\ntest('${name}', () => {})\n`,
    )
  }
  await repository.git(['add', '.'])
  await repository.git(['commit', '--quiet', '-m', 'tests'])
  const input = { verify: [{ name: 'test', command: 'node --test', timeoutMs: 60_000 }] }
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
