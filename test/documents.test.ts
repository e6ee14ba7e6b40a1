import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { eventTypes } from '../src/adapters/journal/jsonl/read-event.ts'
import { ALLOWED_VARIABLES } from '../src/adapters/commands/process/allowed-variables.ts'
import type { AuditRule } from '../src/gates/audit/audit-finding.ts'
import type { VerdictCause } from '../src/gates/verdict.ts'
import { knownProfiles } from '../src/profiles/known-profiles.ts'
import type { Failure, FailureCode } from '../src/kernel/failure.ts'
import { isOutcome } from '../src/kernel/failure.ts'
import { PLAN_RULES } from '../src/plan/plan-finding.ts'
import { planSchema } from '../src/plan/plan-schema.ts'
import { EXECUTORS } from '../src/plan/role.ts'
import { FAILURE_CLASSES } from '../src/policy/failure-class.ts'
import { exitStatus, statusOfFailure } from '../src/surfaces/cli/exit-status.ts'
import { buildProgram } from '../src/surfaces/cli/program.ts'
import { openTerminal } from '../src/surfaces/cli/terminal.ts'
import { attempts } from './attacks/containment/attempts.ts'
import { renderAttempts } from './attacks/containment/render-attempts.ts'
import { findDeadLinks } from './documents/find-dead-links.ts'
import { findUnproven } from './documents/find-unproven.ts'
import { anchorsIn, codeIn, linksIn, sectionOf, tableRows } from './documents/markdown.ts'
import { readDocuments } from './documents/read-documents.ts'
import { schemaKeys } from './documents/schema-keys.ts'

const root = join(import.meta.dirname, '..')
const documents = await readDocuments(root)

const failureCodes: Readonly<Record<FailureCode, true>> = {
  'bad-input': true,
  'agent-missing': true,
  'agent-failed': true,
  'reply-invalid': true,
  'session-lost': true,
  'command-missing': true,
  'not-proven': true,
  'limit-reached': true,
  cancelled: true,
  rejected: true,
  'needs-person': true,
  'repository-unfit': true,
  'workspace-failed': true,
  'run-unknown': true,
  'run-held': true,
  'replay-diverged': true,
  'journal-corrupt': true,
  'journal-unwritable': true,
  bug: true,
}

const verdictCauses: Readonly<Record<VerdictCause, true>> = {
  'failed-tests': true,
  'unstable-tests': true,
  'vanished-tests': true,
  'no-tests': true,
  'unreadable-report': true,
  'timed-out': true,
  'exit-code': true,
  'rewritten-files': true,
  'not-prepared': true,
  disturbed: true,
}

const auditRules: Readonly<Record<AuditRule, true>> = {
  'outside-write-set': true,
  'gate-definition': true,
  'test-deleted': true,
  'test-skipped': true,
  'test-changed': true,
  'mode-changed': true,
  suppression: true,
  'early-exit': true,
  shadow: true,
  patch: true,
  'no-behaviour': true,
  'ci-changed': true,
  'lock-file-changed': true,
  'protected-path': true,
  'link-outside': true,
  'submodule-changed': true,
  'lost-hunk': true,
  secret: true,
}

describe('the documents', () => {
  test('were really looked at', () => {
    expect(documents.size).toBeGreaterThan(20)
    expect([...documents.values()].flatMap(linksIn).length).toBeGreaterThan(60)
  })

  test('have no dead links', () => {
    expect(findDeadLinks(documents, (path) => existsSync(join(root, path)))).toEqual([])
  })

  test('agree on the promises and on what proves them', () => {
    expect(findUnproven(text('SPEC.md'), (path) => readFileSync(join(root, path), 'utf8'))).toEqual([])
    const promised = [...text('SPEC.md').matchAll(/^## (P\d+) /gm)].map(([, promise]) => promise)
    expect(promised).toEqual(Array.from({ length: 11 }, (_, index) => `P${index + 1}`))
    expect(firstCells(sectionOf(text('README.md'), 'What it promises'))).toEqual(promised)
  })

  test.each(['npm ci && npm run demo', 'npm ci && npm test'])('the README says `%s`', (command) => {
    expect(text('README.md').split('\n')).toContain(command)
    const [, script = ''] = /npm (?:run )?(\w+)$/.exec(command) ?? []
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    expect(scripts).toHaveProperty(script)
  })

  test('say every exit status', () => {
    const [statuses = ''] = text('docs/exit-codes.md').split('## Failure codes')
    expect(firstCells(statuses).map(Number)).toEqual(Object.values(exitStatus))
  })

  test('say every failure code, its status and its kind', () => {
    const rows = tableRows(sectionOf(text('docs/exit-codes.md'), 'Failure codes'))
    const said = rows.map(([code = '', status, kind]) => `${codeIn(code)[0]} ${status} ${kind}`)
    const known = (Object.keys(failureCodes) as FailureCode[]).map((code) => {
      const kind = isOutcome({ code, message: '' } as Failure) ? 'outcome' : 'trouble'
      return `${code} ${statusOfFailure(code)} ${kind}`
    })
    expect(said.toSorted()).toEqual(known.toSorted())
  })

  test('say every class of failure, every cause of a verdict and every rule of the audit', () => {
    const said = (path: string, heading: string): readonly string[] =>
      firstCells(sectionOf(text(path), heading))
        .flatMap(codeIn)
        .toSorted()
    expect(said('docs/failures.md', 'Classes')).toEqual([...FAILURE_CLASSES].toSorted())
    expect(said('docs/evidence.md', 'Why a verdict is not passed')).toEqual(
      Object.keys(verdictCauses).toSorted(),
    )
    expect(said('docs/evidence.md', 'What the audit finds')).toEqual(Object.keys(auditRules).toSorted())
  })

  test('say every key of tutti.yaml, and no other', () => {
    const keys = schemaKeys(JSON.parse(readFileSync(join(root, 'tutti.schema.json'), 'utf8')))
    expect(keys.length).toBeGreaterThan(30)
    const said = firstCells(sectionOf(text('docs/configuration.md'), 'Keys')).flatMap(codeIn)
    expect(said.toSorted()).toEqual(keys.toSorted())
  })

  test('say every variable that commands may see, and every known agent', () => {
    const rows = tableRows(sectionOf(text('docs/configuration.md'), 'The environment of commands'))
    expect(rows.flatMap(([, names = '']) => codeIn(names)).toSorted()).toEqual(
      Object.values(ALLOWED_VARIABLES).flat().toSorted(),
    )
    const agents = tableRows(sectionOf(text('docs/configuration.md'), 'Known agents'))
    expect(agents.map((cells) => cells.flatMap(codeIn))).toEqual(
      knownProfiles.flatMap(({ name, acp }) => (acp === null ? [] : [[name, acp.command.join(' ')]])),
    )
  })

  test('say every type of event', () => {
    const said = firstCells(text('docs/journal.md')).flatMap(codeIn)
    expect(said.filter((name) => /^(run|step|question|budget|fact)-/.test(name)).toSorted()).toEqual(
      Object.keys(eventTypes).toSorted(),
    )
  })

  test('say every key of a plan, who can be given a task, and every rule', () => {
    const keys = schemaKeys(z.toJSONSchema(planSchema, { io: 'input' }) as Parameters<typeof schemaKeys>[0])
    expect(keys.length).toBeGreaterThan(40)
    const plan = text('docs/plan.md')
    expect(firstCells(sectionOf(plan, 'Keys')).flatMap(codeIn).toSorted()).toEqual(keys.toSorted())
    expect(codeIn(sectionOf(plan, 'Who does it'))).toEqual(expect.arrayContaining([...EXECUTORS]))
    const rules = tableRows(sectionOf(plan, 'What is found')).map(([rule = '']) => codeIn(rule)[0])
    expect(rules.map(String).toSorted()).toEqual([...PLAN_RULES, 'shape', 'unknown-key'].toSorted())
  })

  test('say every command and every flag', () => {
    const program = buildProgram(openTerminal(process, root), () => {})
    const said = codeIn(text('docs/cli.md')).join(' ').split(/[ ,]+/)
    const commands = program.commands.flatMap((command) => [command, ...command.commands])
    const flags = commands.flatMap(({ options }) => options.map(({ long }) => long))
    const names = commands.flatMap((command) => [command.name(), ...command.aliases()])
    expect(names.length).toBeGreaterThan(10)
    expect(said).toEqual(expect.arrayContaining([...names, ...flags]))
  })

  test('show every attempt of a hostile program, and what each level of isolation promises about it', () => {
    const page = readFileSync(join(root, 'docs/containment.md'), 'utf8')
    const shown = /<!-- attempts:start -->\n+([\s\S]*?)\n+<!-- attempts:end -->/.exec(page)?.[1]
    expect(shown).toBe(renderAttempts(attempts))
    expect(attempts.length).toBeGreaterThanOrEqual(40)
  })

  test('are short where they promise to be', () => {
    expect(text('AGENTS.md').split('\n').length).toBeLessThanOrEqual(100)
  })
})

describe('a planted mistake is found:', () => {
  const has = (path: string): boolean => ['a.md', 'docs/b.md', 'src'].includes(path)
  test.each([
    ['a link to nothing', '[b](docs/c.md)'],
    ['a picture of nothing', '![b](c.svg)'],
    ['a link out of the project', '[b](../a.md)'],
    ['a heading that is not there', '[b](docs/b.md#two)'],
    ['a heading of its own that is not there', '[b](#three)'],
    ['a heading of what has none', '[b](src#one)'],
  ])('%s', (_what, link) => {
    const planted = new Map([
      ['a.md', `# A\n\n[src](src), [one](docs/b.md#one-of-all), [a](#a), [far](https://b.invalid/c)\n`],
      ['docs/b.md', '# B\n\n## One, of all\n\n```sh\n[b](c)\n# two\n```\n\n`[b](c)` [up](../a.md#a)\n'],
    ])
    expect(findDeadLinks(planted, has)).toEqual([])
    expect(findDeadLinks(new Map([...planted, ['a.md', link]]), has)).toEqual([
      `a.md: ${link.slice(link.indexOf('(') + 1, -1)}`,
      'docs/b.md: ../a.md#a',
    ])
  })

  test('a proof that does not cite its promise', () => {
    const spec =
      '## P1 One\n\nProven by [a](a.ts), [b](b.ts). Also [c](c.ts).\n\n## P12 Two\n\nProven by [a](a.ts).\n'
    const files: Readonly<Record<string, string>> = {
      'a.ts': "test('P1: one', …)",
      'b.ts': '// P1: not a title',
    }
    expect(findUnproven(spec, (path) => files[path] ?? '')).toEqual(['P1: b.ts', 'P12: a.ts'])
  })

  test('keys at any depth of a schema', () => {
    const leaf = { properties: { e: {} } }
    expect(
      schemaKeys({
        properties: {
          a: {},
          b: { additionalProperties: leaf },
          c: { items: { anyOf: [{}, leaf] } },
          d: leaf,
        },
      }),
    ).toEqual(['a', 'b', 'b.<name>.e', 'c', 'c[].e', 'd', 'd.e'])
  })

  test('rows, sections and headings', () => {
    const planted =
      '# A\n\n| x | y |\n| - | --- |\n| `1` | a\\|b |\n\n## B\n\ntext\n\n### C\n\nmore\n\n## D\n'
    expect(tableRows(planted)).toEqual([['`1`', 'a\\|b']])
    expect(sectionOf(planted, 'B')).toBe('\ntext\n\n### C\n\nmore\n')
    expect(() => sectionOf(planted, 'text')).toThrow('no heading')
    expect(anchorsIn(planted)).toEqual(['a', 'b', 'c', 'd'])
  })
})

function text(path: string): string {
  const found = documents.get(path)
  if (found === undefined) throw new Error(`There is no document ${path}.`)
  return found
}

function firstCells(section: string): readonly string[] {
  return tableRows(section).flatMap(([first]) => (first === undefined ? [] : [first]))
}
