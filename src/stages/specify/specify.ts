import { PRD_FILE, formatPrd } from '../../config/prd-file.ts'
import { specifierContract } from '../../contracts/specifier.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { PrdChanges } from '../../plan/prd-changes.ts'
import { changedCriteria, mergePrd } from '../../plan/prd-changes.ts'
import type { Prd, PrdCriterion } from '../../plan/prd.ts'
import { askRole } from '../ask-role.ts'
import type { Brief } from '../intake/brief.ts'
import type { Clarification } from './clarification.ts'
import type { Job } from '../job.ts'
import { closeWorkspace, openWorkspace } from '../open-workspace.ts'
import type { ProcessFiles } from './process-files.ts'
import { writeAgentsFile } from './write-agents-file.ts'
import type { WrittenPrd } from './written-prd.ts'
import { soundPrd } from './written-prd.ts'

export type Specification = {
  readonly prd: Prd
  /** Those that this request has added or changed: what the job has to fulfil. */
  readonly criteria: readonly PrdCriterion[]
}

/**
 * Writes down what was agreed on: for later work in AGENTS.md, and what is required in the PRD. `null`: this job
 * has no PRD. Contract: a PRD that cannot be read, or that a person has edited, is never overwritten unseen.
 */
export async function specify(
  run: Run,
  job: Job,
  brief: Brief,
  clarifications: readonly Clarification[],
  files: ProcessFiles,
): Promise<Specification | null> {
  if (job.policy.process.learn.agentsFile) {
    await writeAgentsFile(run.scope('agents-file'), job, agreements(clarifications), files)
  }
  if (!job.policy.process.specify.includes(job.tier) || brief.phase !== 'new-objective') return null
  const written = await readPrd(run, job.base)
  const text = (await files.edited('prd-before', PRD_FILE)) ?? written
  const before = text === null ? null : await soundPrd(run.scope('before'), text, files)
  if (text !== null && before === null) return null
  if (before !== null && before.text !== written) await files.accept('prd-taken', PRD_FILE, before.text)
  const changes = await askForChanges(run, job, brief, clarifications, before?.prd ?? null)
  return write(run, files, before, withDecisions(changes, clarifications), brief.slug)
}

/** What holds for later work too. */
function agreements(clarifications: readonly Clarification[]): readonly string[] {
  return clarifications
    .filter(({ scope }) => scope === 'architectural')
    .map(({ question, answer }) => `${question} ${answer}`)
}

function readPrd(run: Run, base: string): Promise<string | null> {
  return run.step<string | null>('prd', {
    kind: 'repository',
    input: { base, path: PRD_FILE },
    execute: ({ world }) => world.repository.readFile(base, PRD_FILE),
  })
}

async function askForChanges(
  run: Run,
  job: Job,
  { objective, criteria }: Brief,
  clarifications: readonly Clarification[],
  prd: Prd | null,
): Promise<PrdChanges> {
  const request = { objective, criteria, clarifications, prd }
  const workspace = await openWorkspace(run, 'specify', job.base)
  const place = { workspace, parent: job.base, message: '' }
  const { reply } = await askRole(run, job, specifierContract(request), () => request, place)
  await closeWorkspace(run, workspace)
  return reply
}

/** What a person decided for later work too is a decision of the PRD, in the person's own words. */
function withDecisions(changes: PrdChanges, clarifications: readonly Clarification[]): PrdChanges {
  const agreed = agreements(clarifications).map((decision) => ({
    id: null,
    status: 'accepted' as const,
    decision,
    rationale: 'A person decided it before the work was planned.',
    alternatives: [],
    consequences: [],
  }))
  return { ...changes, decisions: [...changes.decisions, ...agreed] }
}

/** Merges into whatever a person makes of the file meanwhile. */
async function write(
  run: Run,
  files: ProcessFiles,
  first: WrittenPrd | null,
  changes: PrdChanges,
  newId: string,
): Promise<Specification | null> {
  let before = first
  for (let tries = 1; ; tries += 1) {
    const old = before?.prd ?? null
    const prd = mergePrd(old, changes, newId)
    const specified = { prd, criteria: changedCriteria(old, prd) }
    if (prd.version === old?.version) return specified
    const file = { path: PRD_FILE, text: formatPrd(prd, before?.text ?? null) }
    const message = `docs: the requirements, version ${prd.version}`
    const written = await files.write(`prd-${tries}`, [file], message)
    if (written.kind === 'written') return specified
    before = await soundPrd(run.scope(`edited-${tries}`), written.text, files)
    if (before === null) return null
    await files.accept(`prd-taken-${tries}`, PRD_FILE, before.text)
  }
}
