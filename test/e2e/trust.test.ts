import { appendFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EndedCli, StartedCli } from '../harness/cli.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const QUESTION = 'Do you trust it with your machine? [y/N] '
const run = ['run', 'Work', '--name', 'one', '--yes']

let bench: CliBench
let environment: Readonly<Record<string, string>>
beforeEach(async () => {
  bench = await makeBench()
  const { TUTTI_TRUST: _, ...others } = bench.environment
  environment = others
})
afterEach(() => bench.remove())

function cli(...args: readonly string[]): Promise<EndedCli> {
  return bench.cli(args, { environment })
}

function startAtTerminal(...args: readonly string[]): StartedCli {
  const wrapper = ['sh', '-c', 'exec script --quiet --return --command "$*" /dev/null', 'sh']
  return bench.start(args, { wrapper, environment: { ...environment, TERM: 'xterm' } })
}

async function isBegun(): Promise<boolean> {
  return bench.events('one').then(
    () => true,
    () => false,
  )
}

test('P11: nothing that a repository brings is used before it is allowed, and again when it changes', async () => {
  const refused = await cli(...run)
  expect(refused.status).toBe(2)
  expect(refused.stderr).toMatch(/brings tutti\.yaml, which you have not allowed.* trust --show; .* trust\./)
  expect(await isBegun()).toBe(false)

  const shown = await cli('trust', '--show')
  expect(shown.stdout).toContain('Not allowed yet: 1 file.')
  expect(shown.stdout).toMatch(/verify +test -f README\.md/)
  expect(shown.stdout).toMatch(/agents\.scripted +\S+node/)
  expect((await cli(...run)).status).toBe(2)

  expect((await cli('trust')).stdout).toContain('Allowed, as it is now: 1 file.')
  expect((await cli(...run)).status).toBe(0)

  await bench.write('.tutti/roles/critic.md', 'Be kind.')
  const changed = await cli('run', 'Again', '--yes')
  expect(changed.status).toBe(2)
  expect(changed.stderr).toContain('brings .tutti/roles/critic.md, which')
  const listed = JSON.parse((await cli('trust', '--show', '--json')).stdout) as unknown
  expect(listed).toMatchObject({
    allowed: false,
    files: [
      { path: '.tutti/roles/critic.md', allowed: false },
      { path: 'tutti.yaml', allowed: true },
    ],
    roles: [{ name: 'critic', from: '.tutti/roles/critic.md' }],
  })
})

test('P11: what was allowed is forgotten on demand, and kept where only the user writes', async () => {
  expect((await cli('trust', '--json')).status).toBe(0)
  const file = join(environment['HOME'] ?? '', '.local/state/tutti/trust.json')
  expect(await readFile(file, 'utf8')).toContain('"tutti.yaml"')
  expect((await cli('trust', '--show')).stdout).toContain('All of it is allowed.')
  expect((await cli('trust', '--revoke')).stdout).toContain('Forgotten')
  expect((await cli(...run)).status).toBe(2)
  expect((await cli('trust', '--revoke')).stdout).toContain('Nothing was allowed here.')
  await writeFile(file, 'x')
  expect(await cli(...run)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is not what Tutti wrote'),
  })
})

test('P11: a repository cannot trust itself; its user can say it once for all', async () => {
  await bench.configure({ trust: 'all' })
  const refused = await cli(...run)
  expect(refused.status).toBe(2)
  expect(refused.stderr).toContain("`trust` is not the repository's to give")
  await bench.configure({})
  await mkdir(join(environment['HOME'] ?? '', '.config/tutti'), { recursive: true })
  await appendFile(join(environment['HOME'] ?? '', '.config/tutti/tutti.yaml'), 'trust: all\n')
  expect((await cli(...run)).status).toBe(0)
})

test('P11: at a terminal the person sees what it is and is asked; a no starts nothing', async () => {
  const first = startAtTerminal(...run)
  await first.said(QUESTION)
  first.type('\r')
  const refused = await first.ended
  expect(refused.status).toBe(1)
  expect(refused.stdout).toContain('Nothing was started')
  expect(refused.stdout).toMatch(/verify +test -f README\.md/)
  expect(await isBegun()).toBe(false)

  const second = startAtTerminal(...run)
  await second.said(QUESTION)
  second.type('y\r')
  expect((await second.ended).status).toBe(0)
  const third = startAtTerminal('run', 'More', '--yes')
  const { status, stdout } = await third.ended
  expect([status, stdout.includes(QUESTION)]).toEqual([0, false])
})

test('P11: a resume asks as well, and nothing is lost by a no', async () => {
  expect((await bench.cli(['run', 'Do it', '--name', 'one', '--no-wait'])).status).toBe(4)
  const events = (await bench.events('one')).length
  expect((await cli('resume', 'one', '--yes')).status).toBe(2)
  expect((await bench.events('one')).length).toBe(events)
  await cli('trust')
  expect((await cli('resume', 'one', '--yes')).status).toBe(0)
})

test('a repository that brings nothing asks nothing', async () => {
  await bench.git('rm', '--quiet', 'tutti.yaml')
  await bench.write('.tutti/wisdom/learnings.md', '- x\n')
  expect((await cli('trust')).stdout).toContain('There is nothing to allow here')
  const { status, stderr } = await cli(...run, '--agent', 'nobody-here')
  expect([status, stderr.includes('There is no agent')]).toEqual([3, true])
})

test('what init writes is allowed; what was there before is not', async () => {
  await bench.write('.tutti/roles/critic.md', 'Be kind.')
  expect((await cli('init', '--force')).status).toBe(0)
  const { stdout } = await cli('trust', '--show', '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    files: [
      { path: '.tutti/roles/critic.md', allowed: false },
      { path: 'tutti.yaml', allowed: true },
    ],
  })
})

test('P11: a link that leads out of the repository is refused', async () => {
  await writeFile(join(bench.folder, 'secret.md'), 'A secret.')
  await mkdir(join(bench.root, '.tutti/roles'), { recursive: true })
  await symlink(join(bench.folder, 'secret.md'), join(bench.root, '.tutti/roles/critic.md'))
  const { status, stderr } = await cli('trust')
  expect(status).toBe(2)
  expect(stderr).toContain('.tutti/roles/critic.md leads out of the repository')
})

test('P11: commands of a ticket that is gone on with are not run before its file is allowed', async () => {
  await bench.write('tutti.yaml', '')
  expect((await cli('trust')).status).toBe(0)
  const about = 'jira: ABC-1\ntype: feature\nslug: work\n'
  const where = 'branch: feature/ABC-1_work\ncurrent_phase: PLANNING\niteration_number: 0\n'
  const asked = 'original_request: Work\nrefined_prompt: Work\nsuccess_criteria: [It works]\n'
  await bench.write('prompts/ABC-1/progress.yaml', `${about}${where}test_command: touch was-run\n`)
  await bench.write('prompts/ABC-1/prompt.yaml', `${about}${asked}created_at: 2026-01-01T00:00:00Z\n`)
  const { status, stderr } = await cli('run', '--from', 'prompts/ABC-1', '--name', 'one', '--yes')
  expect(status).toBe(2)
  expect(stderr).toContain('brings prompts/ABC-1/progress.yaml, which you have not allowed')
  expect(await isBegun()).toBe(false)
  expect((await cli('trust', 'prompts/ABC-1/progress.yaml')).status).toBe(0)
  const allowed = await cli('run', '--from', 'prompts/ABC-1', '--name', 'one', '--yes')
  expect(allowed.stderr).not.toContain('which you have not allowed')
})
