import { PRD_FILE, formatPrd, parsePrd } from '../../config/prd-file.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Plan } from '../../plan/plan.ts'
import type { PrdChanges } from '../../plan/prd-changes.ts'
import { mergePrd, prdChanges } from '../../plan/prd-changes.ts'
import type { Prd } from '../../plan/prd.ts'
import { featuresBuilt } from './features-built.ts'
import { isSaid } from './is-said.ts'
import type { Job } from '../job.ts'
import type { ProcessFiles } from '../specify/process-files.ts'
import type { TaskResult } from '../execute/see-through.ts'
import type { Wisdom } from './wisdom.ts'
import { soundPrd } from '../specify/written-prd.ts'

/** Marks what was built, and puts down what was decided on the way; a person's edit of the file is taken over first. */
export async function learnPrd(
  run: Run,
  { base }: Pick<Job, 'base'>,
  files: ProcessFiles,
  work: { readonly plan: Plan; readonly results: readonly TaskResult[]; readonly wisdom: readonly Wisdom[] },
): Promise<Prd | null> {
  const { was, now } = await readBoth(run, base, files.head)
  const old = was === null ? null : readOrNull(was)
  let text = (await files.edited(`${run.scopeName}/look`, PRD_FILE)) ?? now
  for (let tries = 1; text !== null; tries += 1) {
    const sound = await soundPrd(run.scope(`edited-${tries}`), text, files)
    if (sound === null) return null
    if (text !== now) await files.accept(`${run.scopeName}/accept-${tries}`, PRD_FILE, sound.text)
    const prd = mergePrd(sound.prd, changesOf(sound.prd, old, work), sound.prd.prd_id)
    if (prd.version === sound.prd.version) return prd
    const file = { path: PRD_FILE, text: formatPrd(prd, sound.text) }
    const message = `docs: what was built, version ${prd.version}`
    const written = await files.write(`${run.scopeName}/write-${tries}`, [file], message)
    if (written.kind === 'written') return prd
    text = written.text
  }
  return null
}

function changesOf(
  prd: Prd,
  before: Prd | null,
  { plan, results, wisdom }: Parameters<typeof learnPrd>[3],
): PrdChanges {
  const features = featuresBuilt(prd, before, plan, results)
  const known = prd.decisions.map(({ decision }) => decision)
  const decisions = wisdom.filter(({ kind, text }) => kind === 'decision' && !isSaid(text, known))
  const parts = [
    ...features.map(({ name, status }) => `${name} is ${status === 'complete' ? 'complete' : 'in progress'}`),
    ...(decisions.length === 0 ? [] : [`decisions made while it was built: ${decisions.length}`]),
  ]
  return prdChanges.parse({
    features,
    // What an agent decided a person has yet to accept.
    decisions: decisions.map(({ text, evidence, by }) => ({
      status: by === 'person' ? 'accepted' : 'proposed',
      decision: text,
      rationale: evidence,
    })),
    change: `${parts.join('; ') || 'Nothing'}.`,
  })
}

function readBoth(
  run: Run,
  base: string,
  head: string,
): Promise<{ readonly was: string | null; readonly now: string | null }> {
  return run.step<{ readonly was: string | null; readonly now: string | null }>('prd', {
    kind: 'repository',
    input: { base, head, path: PRD_FILE },
    execute: async ({ world: { repository } }) => ({
      was: await repository.readFile(base, PRD_FILE),
      now: await repository.readFile(head, PRD_FILE),
    }),
  })
}

function readOrNull(text: string): Prd | null {
  try {
    return parsePrd(text)
  } catch (thrown) {
    if (thrown instanceof RunFailure && thrown.code === 'bad-input') return null
    throw thrown
  }
}
