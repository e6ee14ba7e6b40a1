import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { completed, on, plans, rehearse, writes } from '../../test/harness/play-standard.ts'
import { plainPolicy, plainProcess } from '../policy/run-policy.ts'

it('P3: a pull request tells how that was proven which is delivered, where the target has moved', async () => {
  const { begin, playThrough, repository, remove } = await rehearse([
    plans({ id: 'T1' }),
    on({ role: 'implementer' }, writes('a.ok', 'ok'), completed),
  ])
  const process = { ...plainProcess, deliver: { ...plainProcess.deliver, as: ['pull-request'] as const } }
  await playThrough({ approve: false, input: { policy: { ...plainPolicy, process } } })
  await repository.write('theirs.ok', 'ok')
  await repository.git(['add', '.'])
  await repository.git(['commit', '--quiet', '-m', 'theirs'])
  const outcome = await (await begin()).outcome
  expect(outcome).toMatchObject({
    result: { delivery: { note: expect.stringContaining('proven again'), files: [{ as: 'pull-request' }] } },
  })
  const { delivery } = (outcome as unknown as { readonly result: { readonly delivery: Delivered } }).result
  const text = await readFile(delivery.files[0]?.path ?? '', 'utf8')
  expect(text).toContain(`(\`${delivery.commit.slice(0, 10)}\`)`)
  await remove()
})

interface Delivered {
  readonly commit: string
  readonly files: readonly { readonly path: string }[]
}
