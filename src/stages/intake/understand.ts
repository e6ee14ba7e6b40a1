import type { InterpretReply } from '../../contracts/interpreter.ts'
import { interpreterContract } from '../../contracts/interpreter.ts'
import { codeMapperContract } from '../../contracts/code-mapper.ts'
import type { Run } from '../../kernel/playbook.ts'
import { askRole } from '../ask-role.ts'
import type { Brief } from './brief.ts'
import { fact } from '../facts.ts'
import { areasOf } from './impact-scan.ts'
import type { RepositoryFacts } from './intake.ts'
import type { Job } from '../job.ts'
import { closeWorkspace, openWorkspace } from '../open-workspace.ts'
import type { GivenPlan } from './phase-of.ts'
import { slugOf } from './slug-of.ts'
import type { Survey } from './survey.ts'
import { survey } from './survey.ts'
import { tierOf } from './tier-of.ts'
import { unlessTrouble } from '../unless-trouble.ts'

/** Finds out what is asked for: by rules alone where they suffice, else with an agent that looks, and a person. */
export async function understand(
  run: Run,
  job: Job,
  { base }: Pick<RepositoryFacts, 'base'>,
  given: GivenPlan | null,
): Promise<Brief> {
  const rules = job.policy.process
  const surveyed = await survey(run, { objective: job.objective, base, rules, given })
  const clear = await makeClear(run, job, surveyed)
  const brief = await placeInCode(run, job, { ...surveyed, brief: clear })
  await run.record('brief', fact({ kind: 'brief', value: brief }))
  return brief
}

/** What is asked for, by the rules alone where it is clear; else by an agent, and by a person where that cannot tell. */
export async function makeClear(run: Run, job: Job, surveyed: Survey): Promise<Brief> {
  const { brief } = surveyed
  const isAsked = job.policy.process.interpret && brief.phase === 'new-objective'
  if (!isAsked || brief.unclear.length === 0) return brief
  const first = await interpret(run.scope('interpret'), job, surveyed, null)
  if (first === null) return brief
  if (first.status === 'clear') return interpreted(job, surveyed, first)
  const answer = await askMeaning(run, brief, first)
  const second = await interpret(run.scope('interpret-answer'), job, surveyed, answer)
  if (second !== null) return interpreted(job, surveyed, second)
  const objective = `${brief.objective}\n\n${answer.question}\n${answer.answer}`
  return { ...brief, objective, unclear: [] }
}

type Meaning = { readonly question: string; readonly answer: string }

function interpret(
  run: Run,
  job: Job,
  { brief, languages, files }: Survey,
  answer: Meaning | null,
): Promise<InterpretReply | null> {
  const request = {
    objective: brief.objective,
    unclear: brief.unclear,
    mandates: mandatesOf(brief),
    languages,
    files,
    answer,
  }
  const trouble = 'Nobody could make the request clearer; it is taken as it stands'
  return unlessTrouble(run, trouble, async () => {
    const workspace = await openWorkspace(run, answer === null ? 'interpret' : 'interpret-answer', job.base)
    const place = { workspace, parent: job.base, message: '', unavailable: 'ask-or-without' as const }
    const { reply } = await askRole(run, job, interpreterContract(request), () => request, place)
    await closeWorkspace(run, workspace)
    return reply
  })
}

async function askMeaning(run: Run, brief: Brief, { question }: InterpretReply): Promise<Meaning> {
  const text = question?.text ?? 'What is meant?'
  const options = (question?.options ?? []).map(({ label, description }, index) => ({
    id: `option-${index + 1}`,
    label,
    ...(description === '' ? {} : { description }),
  }))
  const answer = await run.question('meaning', {
    kind: 'choice',
    text,
    options,
    free: true,
    details: { objective: brief.objective, unclear: brief.unclear },
  })
  const chosen = options.find(({ id }) => id === answer.option)
  return { question: text, answer: answer.text ?? chosen?.label ?? '' }
}

/** The agent says what is meant; what the request demanded in its own words the program puts back in. */
function interpreted(
  { policy }: Job,
  { brief, files }: Survey,
  { objective, criteria, workType, likelyFiles: named }: InterpretReply,
): Brief {
  const lost = mandatesOf(brief).filter((words) => !objective.includes(words))
  const whole = [objective, ...(lost.length === 0 ? [] : [lost.join('\n')])].join('\n\n')
  const there = new Set(files)
  const likelyFiles = [...new Set([...named.filter((path) => there.has(path)), ...brief.likelyFiles])]
  // An agent's word makes no job shallower than one that was not clear.
  const signs = { objective: whole, isClear: false, likelyFiles, isNamed: false }
  const judged = tierOf(signs, policy.process)
  return {
    ...brief,
    objective: whole,
    slug: slugOf(objective),
    criteria,
    workType,
    unclear: [],
    likelyFiles,
    affectedAreas: areasOf(likelyFiles),
    tier: judged.tier,
    tierReasons: judged.reasons,
  }
}

/** Where nothing tells which files are meant and there are many, an agent looks for the place. */
async function placeInCode(run: Run, job: Job, { brief, files, fileCount }: Survey): Promise<Brief> {
  const rules = job.policy.process
  const isKnown = brief.likelyFiles.length > 0 || fileCount <= rules.tierFiles.medium
  if (!rules.interpret || brief.phase !== 'new-objective' || isKnown) return brief
  const scope = run.scope('map')
  const request = { objective: brief.objective, files }
  const found = await unlessTrouble(scope, 'Nobody could tell which files this touches', async () => {
    const workspace = await openWorkspace(scope, 'map', job.base)
    const place = { workspace, parent: job.base, message: '', unavailable: 'ask-or-without' as const }
    const { reply } = await askRole(scope, job, codeMapperContract(request), () => request, place)
    await closeWorkspace(scope, workspace)
    return reply.files.map(({ path }) => path)
  })
  if (found === null || found.length === 0) return brief
  const isClear = brief.unclear.length === 0
  const judged = tierOf({ objective: brief.objective, isClear, likelyFiles: found, isNamed: false }, rules)
  const { tier, reasons: tierReasons } = judged
  return { ...brief, likelyFiles: found, affectedAreas: areasOf(found), tier, tierReasons }
}

function mandatesOf({ mandates }: Brief): readonly string[] {
  return [...new Set(mandates.map(({ words }) => words))]
}
