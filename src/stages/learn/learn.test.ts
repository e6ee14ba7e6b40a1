import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Scene } from '../../adapters/agents/scripted/script.ts'
import { makePlan } from '../../../test/fixtures/make-plan.ts'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository } from '../../../test/fixtures/git-repository.ts'
import { playCut } from '../../../test/harness/play-cut.ts'
import { jobOf, playStage } from '../../../test/harness/play-stage.ts'
import type { StagePlay } from '../../../test/harness/play-stage.ts'
import { on, writes } from '../../../test/harness/play-standard.ts'
import { parsePrd } from '../../config/prd-file.ts'
import type { Json } from '../../kernel/json.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { RunPolicy } from '../../policy/run-policy.ts'
import { plainPolicy, standardPolicy } from '../../policy/run-policy.ts'
import type { Tier } from '../../policy/tier.ts'
import { fact } from '../facts.ts'
import { learn } from './learn.ts'
import type { ProcessFiles } from '../specify/process-files.ts'
import { openProcessFiles } from '../specify/process-files.ts'
import { recordOutcome } from './record-outcome.ts'
import type { TaskResult } from '../execute/see-through.ts'

const made: TestRepository[] = []
afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove()
})

const DOCS = ['docs/ARCHITECTURE.md', 'docs/CODE_STYLE.md', 'docs/FINDINGS.md']
const PRD = 'prd_id: p\nversion: 1.0.0\nfeatures:\n  - name: Exports\n    status: planned\n'

async function withLine(hasDocs = false): Promise<TestRepository> {
  const repository = await makeFilledRepository()
  made.push(repository)
  if (hasDocs) {
    for (const path of DOCS) await repository.write(path, 'Some old words.\n')
    await repository.git(['add', '--all'])
    await repository.git(['commit', '--quiet', '--message', 'docs: old'])
  }
  await repository.write('exports/csv.ts', 'export const csv = 1\n')
  await repository.git(['add', '--all'])
  await repository.git(['commit', '--quiet', '--message', 'feat: exports'])
  await repository.git(['update-ref', 'refs/line', 'HEAD'])
  await repository.git(['reset', '--quiet', '--hard', 'HEAD^'])
  return repository
}

const docsReply = {
  status: 'completed',
  docs: DOCS.map((path) => ({ path, change: 'written', evidence: ['exports/csv.ts:1'] })),
}

/** Writes the documents, and something that is not its to write. */
const writesDocs: Scene = on(
  { role: 'initializer' },
  ...DOCS.map((path) => writes(path, `# ${path}\n\nThe exports are in exports/csv.ts.\n`)),
  writes('src/hack.ts', 'mine'),
  { act: 'reply', value: docsReply },
)

const onlyDocs: RunPolicy = {
  ...standardPolicy,
  process: { ...standardPolicy.process, learn: { agentsFile: false, wisdom: false, docs: true } },
}

interface Told {
  readonly tier?: Tier
  readonly isPlain?: boolean
  readonly prd?: string | null
  readonly isOnlyDocs?: boolean
  readonly hasDocs?: boolean
  readonly during?: (files: ProcessFiles) => void
}

function stageOf({
  tier = 'medium',
  isPlain = false,
  prd = PRD,
  isOnlyDocs = false,
  during,
}: Told): (run: Run) => Promise<Json> {
  return async (run) => {
    const [base = '', head = '', tree = ''] = await run.step<string[]>('look', {
      kind: 'repository',
      input: null,
      execute: async ({ world: { repository } }) => {
        const line = (await repository.resolve('refs/line')) ?? ''
        return [(await repository.resolve('main')) ?? '', line, await repository.treeOf(line)]
      },
    })
    const policy = isPlain ? plainPolicy : isOnlyDocs ? onlyDocs : standardPolicy
    const clarifications = [{ question: 'Which store?', answer: 'A file.', scope: 'architectural' }] as const
    const job = jobOf({ base, policy, tier, clarifications })
    const input = { action: 'add', kind: 'convention', text: 'Exports live in exports/.', evidence: ['e'] }
    const call = { tool: 'wisdom', input }
    await run.record('told', fact({ kind: 'told', value: { from: 'implementer', task: 'T1', call } }))
    const files = await openProcessFiles(run.scope('files'), base)
    if (prd !== null) await files.write('prd', [{ path: 'docs/PRD.yaml', text: prd }], 'docs: prd')
    during?.(files)
    const done = { title: 'Exports', attempts: 2, problem: null } as const
    const results: readonly TaskResult[] = [{ ...done, id: 'T1', state: 'done', commit: 'c'.repeat(40) }]
    const objections = [{ by: 'critic', severity: 'minor', text: 'Slow.', about: null, where: null }] as const
    const plan = makePlan([{ id: 'T1', title: 'Exports' }])
    const known = prd === null ? null : parsePrd(prd)
    const line = { head, tree }
    await learn(run.scope('learn'), job, {
      prd: known,
      files,
      line,
      plan,
      results,
      objections,
      writesPlan: true,
    })
    await recordOutcome(run.scope('outcome'), job, { results, objections, commit: head })
    const at = await run.step<string>('tree', {
      kind: 'repository',
      input: null,
      execute: ({ world }) => world.repository.treeOf(files.head),
    })
    return { head: files.head, tree: at, paths: [...files.paths].toSorted() }
  }
}

interface Learnt extends StagePlay {
  /** What the run wrote, by path. */
  readonly texts: Readonly<Record<string, string>>
  readonly tree: string
}

async function learnt(told: Told, scene = writesDocs): Promise<Learnt> {
  const repository = await withLine(told.hasDocs)
  const play = await playStage({ repository, stage: stageOf(told), scenes: [scene] })
  if (play.outcome.status !== 'completed') throw new Error(JSON.stringify(play.outcome))
  const { head, tree, paths } = play.result as {
    readonly head: string
    readonly tree: string
    readonly paths: readonly string[]
  }
  const texts: Record<string, string> = {}
  for (const path of paths) texts[path] = await repository.git(['show', `${head}:${path}`])
  return { ...play, texts, tree }
}

let known: Promise<Learnt> | null = null

/** The usual run, played once for all who look at it. */
function usual(): Promise<Learnt> {
  known ??= learnt({})
  return known
}

describe('what a run learns', () => {
  it('is in the PRD, in AGENTS.md, in the files of wisdom and in the documents', async () => {
    const { texts } = await usual()
    expect(Object.keys(texts)).toEqual([
      '.tutti/wisdom/conventions.md',
      '.tutti/wisdom/decisions.md',
      '.tutti/wisdom/issues.md',
      'AGENTS.md',
      ...DOCS.slice(0, 2),
      'docs/FINDINGS.md',
      'docs/PRD.yaml',
      'docs/docs_cache_state.yaml',
    ])
    const prd = parsePrd(texts['docs/PRD.yaml'] ?? '')
    expect(prd.features).toMatchObject([{ name: 'Exports', status: 'complete' }])
    expect(prd.decisions).toMatchObject([{ id: 'ADR-001', status: 'accepted' }])
    expect(prd.changes.at(-1)).toMatchObject({ version: '1.1.0' })
    expect(texts['AGENTS.md']).toMatch(/- Which store\? A file\.$/)
    expect(texts['.tutti/wisdom/conventions.md']).toMatch(
      /^# Conventions\n\n- Exports live in exports\/\. _\(said by the implementer, T1 proven at c{10}, e, run r1\)_$/,
    )
    expect(texts['docs/docs_cache_state.yaml']).toContain('trust_status: trusted')
  })

  it('P3: takes nothing from the initializer but the documents', async () => {
    const { texts, facts } = await usual()
    expect(Object.keys(texts)).not.toContain('src/hack.ts')
    expect(facts('finding')).toMatchObject([
      { action: 'undone', message: expect.stringContaining('src/hack.ts') },
    ])
  })

  it.each<[string, Scene]>([
    [
      'names files that do not exist',
      on({ role: 'initializer' }, ...DOCS.map((path) => writes(path, 'Some words.\n')), {
        act: 'reply',
        value: { ...docsReply, docs: docsReply.docs.map((doc) => ({ ...doc, evidence: ['no/such.ts'] })) },
      }),
    ],
    [
      'says that it wrote what it did not write',
      on({ role: 'initializer' }, { act: 'reply', value: docsReply }),
    ],
    [
      'leaves placeholders',
      on({ role: 'initializer' }, ...DOCS.map((path) => writes(path, '# TODO\n')), {
        act: 'reply',
        value: docsReply,
      }),
    ],
    ['fails', on({ role: 'initializer' }, { act: 'reply', value: { status: 'failed', summary: 'No.' } })],
  ])('earns the documents no trust when the initializer %s', async (_title, scene) => {
    const { texts, facts } = await learnt({ isOnlyDocs: true, hasDocs: true, prd: null }, scene)
    expect(Object.keys(texts)).not.toContain('docs/docs_cache_state.yaml')
    expect(facts('notice')).toHaveLength(1)
  })

  it('trusts documents that were checked and left alone', async () => {
    const docs = docsReply.docs.map((doc) => ({ ...doc, change: 'confirmed' }))
    const scene = on({ role: 'initializer' }, { act: 'reply', value: { ...docsReply, docs } })
    const { texts } = await learnt({ isOnlyDocs: true, hasDocs: true, prd: null }, scene)
    expect(Object.keys(texts)).toEqual(['docs/docs_cache_state.yaml'])
  })

  it('goes on when nobody can write the documents', async () => {
    const scene = on({ role: 'initializer' }, { act: 'reply', value: 'no' })
    const { facts, texts } = await learnt({}, scene)
    expect(facts('notice').at(-1)).toMatchObject({ text: expect.stringContaining('not brought up to date') })
    expect(Object.keys(texts)).toContain('.tutti/wisdom/issues.md')
  })

  it('keeps a person’s edit of the PRD and adds to it', async () => {
    const during = ({ folder }: ProcessFiles): void =>
      writeFileSync(join(folder, 'docs/PRD.yaml'), `# ours\n${PRD.replace('1.0.0', '1.4.0')}`)
    const { texts } = await learnt({ during })
    const text = texts['docs/PRD.yaml'] ?? ''
    expect(text).toMatch(/^# ours/)
    expect(parsePrd(text)).toMatchObject({ version: '1.5.0', features: [{ status: 'complete' }] })
  })

  it.each<[string, Told]>([
    ['a small job without a PRD', { tier: 'small', prd: null }],
    ['a trivial job', { tier: 'trivial', prd: null }],
    ['a plain policy', { isPlain: true, prd: null }],
  ])('is nothing under %s', async (_title, told) => {
    const { texts, events } = await learnt(told)
    expect(texts).toEqual({})
    expect(
      events.filter((event) => event.type === 'step-started' && event.step.startsWith('learn/')),
    ).toEqual([])
  })

  it.each([19, 40])('P1: is the same when the run was cut off after event %s', async (most) => {
    const play = await playCut(await withLine(), { stage: stageOf({}), scenes: [writesDocs] }, most)
    expect(play.outcome).toMatchObject({ status: 'completed', result: { tree: (await usual()).tree } })
  })
})

describe('the outcome of a run', () => {
  it('C36: is a fact before the run is complete', async () => {
    const { facts, events } = await usual()
    expect(facts('outcome')).toEqual([
      {
        objective: 'make it so',
        tier: 'medium',
        tasks: { done: ['T1'], notDone: [], attempts: 2 },
        failures: {},
        verdicts: { passed: 0, failed: 0, errored: 0 },
        spent: {
          turns: 1,
          tokens: null,
          usd: null,
          workMs: expect.any(Number),
          elapsedMs: expect.any(Number),
        },
        objections: [{ by: 'critic', severity: 'minor', text: 'Slow.', about: null, where: null }],
        commit: expect.any(String),
      },
    ])
    expect(events.at(-1)?.type).toBe('run-completed')
  })
})
