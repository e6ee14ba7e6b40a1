import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Scene } from '../../adapters/agents/scripted/script.ts'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeShop } from '../../../test/fixtures/shop-repository.ts'
import type { StagePlay } from '../../../test/harness/play-stage.ts'
import { baseOf, jobOf, playStage } from '../../../test/harness/play-stage.ts'
import { on } from '../../../test/harness/play-standard.ts'
import { parsePrd } from '../../config/prd-file.ts'
import type { Answer } from '../../kernel/question.ts'
import { standardPolicy } from '../../policy/run-policy.ts'
import type { Tier } from '../../policy/tier.ts'
import type { Clarification } from './clarification.ts'
import type { ProcessFiles } from './process-files.ts'
import { openProcessFiles } from './process-files.ts'
import { specify } from './specify.ts'
import { briefOf } from '../intake/brief-of.ts'

let repository: TestRepository
afterEach(() => repository.remove())

const criterion = { criterion: 'Totals have cents', verification: 'npm test' }
const specifies: Scene = on(
  { role: 'interpreter' },
  { act: 'reply', value: { acceptance_criteria: [criterion], change: 'Totals are shown' } },
)
const brief = briefOf('Add totals of carts', [], [], standardPolicy.process, null)
const agreed: readonly Clarification[] = [
  { question: 'Which unit?', answer: 'cents', scope: 'architectural' },
  { question: 'Which place?', answer: 'end', scope: 'task' },
]
const old =
  '# Our shop\nprd_id: shop\nversion: 1.2.0\nacceptance_criteria:\n  - id: AC-004\n    criterion: It opens\n    verification: look\n'

interface Parts {
  readonly files?: Readonly<Record<string, string>>
  readonly tier?: Tier
  readonly clarifications?: readonly Clarification[]
  /** What a person does to the files before anything is written. */
  readonly edit?: (files: ProcessFiles) => Promise<void>
  readonly answer?: () => Partial<Answer>
  readonly scenes?: readonly Scene[]
}

async function specified(
  parts: Parts = {},
): Promise<StagePlay & { readonly committed: (path: string) => Promise<string> }> {
  repository = await makeShop(parts.files)
  let head = ''
  const play = await playStage({
    repository,
    scenes: parts.scenes ?? [specifies],
    answer: () => parts.answer?.() ?? null,
    stage: async (run) => {
      const base = await baseOf(run)
      const files = await openProcessFiles(run.scope('files'), base)
      await parts.edit?.(files)
      const job = jobOf({ base, tier: parts.tier ?? 'medium' })
      const result = await specify(run.scope('specify'), job, brief, parts.clarifications ?? [], files)
      head = files.head
      return result
    },
  })
  return { ...play, committed: (path) => repository.git(['show', `${head}:${path}`]) }
}

describe('a specification', () => {
  it('A17, A18: is begun', async () => {
    const { result, committed, facts } = await specified({ clarifications: agreed })
    const prd = parsePrd(await committed('docs/PRD.yaml'))
    expect(prd).toMatchObject({
      prd_id: 'total_cart',
      version: '1.0.0',
      acceptance_criteria: [{ id: 'AC-001', ...criterion }],
      decisions: [{ id: 'ADR-001', decision: 'Which unit? cents', status: 'accepted' }],
      changes: [{ version: '1.0.0', change: 'Totals are shown' }],
    })
    expect(result).toEqual({ prd, criteria: prd.acceptance_criteria })
    expect(facts('file')).toMatchObject([
      { path: 'AGENTS.md', by: 'run' },
      { path: 'docs/PRD.yaml', by: 'run' },
    ])
  })

  it('A16: puts what holds for later work into AGENTS.md, and only that', async () => {
    const { committed } = await specified({ clarifications: agreed, files: { 'AGENTS.md': '# Us\n' } })
    expect(await committed('AGENTS.md')).toBe('# Us\n\n## Agreed on while working\n\n- Which unit? cents')
  })

  it('is brought up to date, and keeps ids, comments and all that was there', async () => {
    const { result, committed } = await specified({ files: { 'docs/PRD.yaml': old } })
    const text = await committed('docs/PRD.yaml')
    expect(text).toContain('# Our shop\nprd_id: shop\nversion: 1.3.0\n')
    expect(parsePrd(text).acceptance_criteria.map(({ id }) => id)).toEqual(['AC-004', 'AC-005'])
    expect(result).toMatchObject({ criteria: [{ id: 'AC-005' }] })
  })

  it('has none for a small job, but what was agreed on is kept', async () => {
    const { result, prompts, facts } = await specified({ tier: 'small', clarifications: agreed })
    expect(result).toBeNull()
    expect(prompts.size).toBe(0)
    expect(facts('file')).toMatchObject([{ path: 'AGENTS.md' }])
  })
})

describe('a PRD that a person has in hand', () => {
  const edit =
    (text: string) =>
    ({ folder }: ProcessFiles): Promise<void> =>
      writeFile(join(folder, 'docs/PRD.yaml'), text)

  it("is taken over with its edits, recorded as the person's", async () => {
    const edited = old.replace('It opens', 'It opens at once')
    const { result, committed, facts } = await specified({
      files: { 'docs/PRD.yaml': old },
      edit: edit(edited),
    })
    expect(parsePrd(await committed('docs/PRD.yaml')).acceptance_criteria).toMatchObject([
      { id: 'AC-004', criterion: 'It opens at once' },
      { id: 'AC-005' },
    ])
    expect(result).toMatchObject({ criteria: [{ id: 'AC-005' }] })
    expect(facts('file')).toMatchObject([{ by: 'person' }, { by: 'run' }])
  })

  it('that is edited while the agent thinks is merged with, never overwritten', async () => {
    const { committed, facts } = await specified({
      files: { 'docs/PRD.yaml': old },
      scenes: [
        on(
          { role: 'interpreter' },
          { act: 'run', command: `sed -i s/opens/shines/ ../_files/docs/PRD.yaml` },
          ...specifies.acts,
        ),
      ],
    })
    expect(parsePrd(await committed('docs/PRD.yaml')).acceptance_criteria).toMatchObject([
      { criterion: 'It shines' },
      { id: 'AC-005' },
    ])
    expect(facts('file')).toMatchObject([{ by: 'person' }, { by: 'run' }])
  })

  it('that is broken is asked about with its line, and left as it is', async () => {
    const broken = 'prd_id: shop\nversion: one\n'
    const waiting = await specified({ files: { 'docs/PRD.yaml': broken } })
    expect(waiting.questions.get('specify/before/broken-1')).toMatchObject({
      kind: 'choice',
      text: expect.stringContaining('docs/PRD.yaml:2:10: version'),
    })
    await repository.remove()
    const without = await specified({
      files: { 'docs/PRD.yaml': broken },
      answer: () => ({ option: 'without' }),
    })
    expect(without.result).toBeNull()
    expect(await without.committed('docs/PRD.yaml')).toBe(broken.trim())
    await repository.remove()
    const stopped = await specified({
      files: { 'docs/PRD.yaml': broken },
      answer: () => ({ option: 'stop' }),
    })
    expect(stopped.outcome).toMatchObject({ status: 'failed', failure: { code: 'rejected' } })
  })

  it('that a person has mended is taken over', async () => {
    let folder = ''
    const { result, committed } = await specified({
      files: { 'docs/PRD.yaml': 'prd_id: shop\nversion: one\n' },
      edit: async (files) => {
        folder = files.folder
      },
      answer: () => {
        writeFileSync(join(folder, 'docs/PRD.yaml'), old)
        return { option: 'mended' }
      },
    })
    expect(result).toMatchObject({ prd: { version: '1.3.0' }, criteria: [{ id: 'AC-005' }] })
    expect(await committed('docs/PRD.yaml')).toContain('# Our shop')
  })
})
