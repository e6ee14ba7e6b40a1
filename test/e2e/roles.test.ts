import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { reply, scene, scriptOf } from '../harness/script.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
beforeEach(async () => {
  bench = await makeBench()
})
afterEach(() => bench.remove())

test('roles are read from the files that a team has, and stand in the request and the journal', async () => {
  const taught = scene({ role: 'implementer', prompt: 'child of nine' }, [
    { act: 'write', path: 'taught.txt', text: '' },
    ...reply({ status: 'completed', summary: 'Done as taught.' }),
  ])
  await bench.useScript(scriptOf([{ id: 'T1' }], [taught]))
  await bench.write('.tutti/roles/implementer.md', 'Write as if for a child of nine.')
  await bench.write(
    '.github/agents/sql-writer.agent.md',
    '---\ndescription: Writes migrations\ntools: [edit]\n---\nWrite SQL.\n',
  )
  await bench.write('.claude/agents/sql-writer.md', '---\nname: sql-writer\n---\nOther words.\n')
  await bench.write('.claude/agents/looker.md', '---\nname: looker\ntools: Read, Grep\n---\nLook.\n')
  await bench.write('.opencode/agent/README.md', '---\na: b\n---\nNo role.\n')

  const { roles } = JSON.parse((await bench.cli(['roles', '--json'])).stdout) as {
    readonly roles: readonly { readonly role: string }[]
  }
  const of = (name: string) => roles.find(({ role }) => role === name)
  expect(of('implementer')).toMatchObject({ agent: 'scripted', words: '.tutti/roles/implementer.md' })
  expect(of('planner')).toMatchObject({ agent: 'scripted', words: null, takesTasks: false })
  expect(of('sql-writer')).toMatchObject({ words: '.github/agents/sql-writer.agent.md', takesTasks: true })
  expect(of('looker')).toMatchObject({ takesTasks: false })
  expect(of('readme')).toBeUndefined()
  const text = await bench.cli(['roles'])
  expect(text.stdout).toMatch(/^sql-writer +scripted +tasks +\.github\/agents\/sql-writer\.agent\.md$/m)
  expect(text.stdout).toMatch(/^critic +scripted +built in$/m)

  expect((await bench.cli(['run', 'Do it', '--name', 'one', '--yes'])).status).toBe(0)
  const [started] = await bench.events('one')
  expect(started).toMatchObject({
    input: {
      value: {
        teamRoles: [
          { name: 'implementer' },
          { name: 'looker' },
          { name: 'sql-writer', instructions: 'Write SQL.' },
        ],
      },
    },
  })
  expect(await bench.git('ls-tree', '--name-only', 'tutti/one')).toContain('taught.txt')
})

test('a broken file is one clear sentence with its line, and starts nothing', async () => {
  await bench.write('.claude/agents/broken.md', '---\nname: broken\ntools: [a\n---\nWords.\n')
  const { status, stderr } = await bench.cli(['run', 'Do it', '--name', 'one', '--yes'])
  expect(status).toBe(2)
  expect(stderr).toMatch(/tutti: \.claude\/agents\/broken\.md:4:1: /)
  await bench.write('.claude/agents/broken.md', '---\nname: twin\n---\nWords.\n')
  await bench.write('.claude/agents/twin.md', '---\nname: twin\n---\nWords.\n')
  const twins = await bench.cli(['roles'])
  expect(twins.status).toBe(2)
  expect(twins.stderr).toContain('both describe the role twin')
})

test('roles are shown without an agent, with what to do about it', async () => {
  await bench.git('rm', '--quiet', 'tutti.yaml')
  const { status, stdout, stderr } = await bench.cli(['roles'])
  expect([status, stdout.includes('planner')]).toEqual([0, true])
  expect(stderr).toContain('No coding agent was found')
})
