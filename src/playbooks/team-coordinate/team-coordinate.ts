import { RunFailure } from '../../kernel/failure.ts'
import type { Playbook, Run } from '../../kernel/playbook.ts'
import { keepBook } from '../../records/book.ts'
import type { TeamSession } from '../../records/team-coordinate/read-session.ts'
import { readSession } from '../../records/team-coordinate/read-session.ts'
import { teamBook } from '../../records/team-coordinate/team-book.ts'
import { heardRun } from '../../stages/heard-run.ts'
import { checkBase } from '../../stages/intake/check-base.ts'
import { intake } from '../../stages/intake/intake.ts'
import { openFiles } from '../../stages/specify/open-files.ts'
import { taggedRun } from '../../stages/tagged-run.ts'
import type { CleanUp } from '../clean-up.ts'
import { cleanUpAfter } from '../clean-up.ts'
import { enter } from '../enter.ts'
import type { StandardResult } from '../finish.ts'
import { finish } from '../finish.ts'
import { openLine } from '../open-line.ts'
import { sayDirty } from '../say-dirty.ts'
import type { StandardInput } from '../standard-input.ts'
import { parseStandardInput } from '../standard-input.ts'
import { jobFor } from '../standard-job.ts'
import { clarify } from './clarify.ts'
import { fullPlan } from './dispatch.ts'
import { formTeam, takeUp } from './form-team.ts'
import { teamHear } from './hear.ts'
import { lead } from './lead.ts'
import type { Desk } from './team.ts'
import { nothingHeard } from './team.ts'

/**
 * The process of team-coordinate: the request is read as words, roles are made for it, their workers do everything,
 * whatever is ready starts at once, and in the end a person says what becomes of the session.
 */
export const teamCoordinatePlaybook: Playbook<StandardInput, StandardResult> = {
  name: 'team-coordinate',
  version: 1,
  parseInput: parseStandardInput,
  play: (run, input) => cleanUpAfter(run, (after) => coordinate(run, input, after)),
}

async function coordinate(first: Run, input: StandardInput, after: CleanUp): Promise<StandardResult> {
  const given: TeamSession | null = input.from === null ? null : readSession(input.from)
  await enter(first, 'intake')
  const facts = await intake(first.scope('intake'))
  const book = teamBook(given)
  const files = await openFiles(first.scope('files'), facts.base, {
    problemWith: (path, text) => book.problemWith(path, text),
    inPlace: input.inPlace,
  })
  after.files = files
  const objective = given?.objective ?? input.objective
  const job = { ...jobFor(first, { ...input, objective }, facts), teamRoles: [] }
  const { team: policy } = job.policy.process
  const desk: Desk = { policy, team: null, heard: nothingHeard() }
  const kept = taggedRun(keepBook(first, files, book), '[coordinator]')
  const run = heardRun(kept, teamHear(kept, desk))
  if (facts.dirty.length > 0) await sayDirty(run, facts)
  await checkBase(run.scope('intake'), job)

  const { line, queue } = openLine(run, job, facts, false)
  const formed =
    given === null
      ? await formTeam(run, job, queue, await clarify(run.scope('clarify'), objective, policy.roles), desk)
      : await takeUp(run.scope('resume'), given, desk)
  const ended = await lead(run, job, queue, desk, formed, files)
  const { results } = ended
  if (!results.some(({ state }) => state === 'done')) {
    const message = 'No task was completed, so there is nothing to deliver.'
    throw new RunFailure({ code: 'not-proven', message })
  }
  const more = { brief: null, files, hasBook: true }
  const finished = { line, plan: fullPlan(ended), results, objections: [] }
  return finish(run, job, { more, prd: null }, facts, input.branch, finished)
}
