import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { TeamPolicy } from '../../policy/process-policy.ts'
import { sessionFolder } from '../../records/team-coordinate/session-id.ts'
import type { TeamCompletion, TeamQuality } from '../../records/team-coordinate/team-facts.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import { teamFactsOf } from '../../records/team-coordinate/team-state.ts'
import { say } from '../../stages/say.ts'
import type { ProcessFiles } from '../../stages/specify/process-files.ts'
import { lookBack } from './look-back.ts'
import type { TeamOrder } from './team-order.ts'
import { readTeamOrder } from './team-order.ts'
import type { Team } from './team.ts'

const LINE = '============================================'

/** Says what the team has come to, in the words that people know. */
export async function report(run: Run, team: Team, quality: TeamQuality | null): Promise<void> {
  const text = await lookBack(run, 'write', team, (state, story, now) => {
    const { tasks, artifacts, analysis } = state
    const deliverables = artifacts.map(({ task, name }) => {
      const role = tasks.find(({ id }) => id === task)?.role ?? 'general'
      return `  - ${task}-${name}.md (${role})`
    })
    const done = tasks.filter(({ status }) => status === 'completed')
    const talks = teamFactsOf(story, 'team-consensus').map(({ value }) => `${value.task} (${value.level})`)
    return [
      LINE,
      'TASK COMPLETE',
      '',
      'Deliverables:',
      ...(deliverables.length === 0 ? ['  (none)'] : deliverables),
      '',
      `Pipeline: ${done.length}/${tasks.length} tasks`,
      `Roles: ${analysis.roles.map(({ name }) => name).join(', ')}`,
      `Duration: ${Math.round((now - story.startedAt) / 60_000)} min`,
      ...(quality === null ? [] : [`Quality: ${quality.total} (${quality.verdict})`]),
      `Discussions: ${[...new Set(talks)].join(', ') || 'none'}`,
      `Wisdom: ${state.wisdom.length} entries`,
      '',
      `Session: ${sessionFolder(state.session)}`,
      LINE,
    ].join('\n')
  })
  await say(run, 'told', text)
}

export type Completion =
  | { readonly kind: 'over'; readonly action: TeamCompletion['action'] }
  | { readonly kind: 'order'; readonly order: TeamOrder }
  | { readonly kind: 'check' }

/** What is to become of the session, by policy or by a person's word; that may also be that something is to be better. */
export async function askCompletion(run: Run, action: TeamPolicy['completion']): Promise<Completion> {
  if (action === 'auto_archive') return { kind: 'over', action: 'archive' }
  if (action === 'auto_keep') return { kind: 'over', action: 'keep' }
  const answer = await run.question('completion', {
    kind: 'choice',
    text: 'What shall become of the session? Or say: revise TASK-ID what, feedback what, improve dimension.',
    options: [
      { id: 'archive', label: 'Archive', description: 'The session is completed.', recommended: true },
      { id: 'keep', label: 'Keep', description: 'The session can be gone on with.' },
      { id: 'export', label: 'Export', description: 'Its artifacts go into a folder of the project.' },
    ],
    free: true,
    assumable: true,
  })
  if (answer.option === 'archive' || answer.option === 'keep' || answer.option === 'export') {
    return { kind: 'over', action: answer.option }
  }
  const order = readTeamOrder(answer.text ?? '')
  return order === null ? { kind: 'check' } : { kind: 'order', order }
}

/** Does it. What cannot be done leaves the session active, with a warning: nothing that was made is lost. */
export async function complete(
  run: Run,
  team: Team,
  files: ProcessFiles,
  action: TeamCompletion['action'],
): Promise<TeamCompletion> {
  const done = await act(run, team, files, action).catch((thrown: unknown) => {
    if (!(thrown instanceof RunFailure) || thrown.code !== 'bad-input') throw thrown
    const warning = thrown.message
    return { action, status: 'active', exported: null, warning } as const
  })
  await run.record('completed', teamFact({ kind: 'team-completion', value: done }))
  const how = { completed: 'archived', paused: 'kept, and can be gone on with', active: 'kept active' }[
    done.status
  ]
  const warning = done.warning === null ? '' : ` Warning: ${done.warning}`
  await say(run, 'said', `Session ${team.session} is ${how}.${warning}`)
  return done
}

async function act(
  run: Run,
  team: Team,
  files: ProcessFiles,
  action: TeamCompletion['action'],
): Promise<TeamCompletion> {
  const status = action === 'keep' ? 'paused' : 'completed'
  if (action !== 'export') return { action, status, exported: null, warning: null }
  const suggested = `docs/${team.session}`
  const answer = await run.question('export-to', {
    kind: 'choice',
    text: 'Into which folder of the project?',
    options: [{ id: 'suggested', label: suggested, recommended: true }],
    free: true,
    assumable: true,
  })
  const folder = (answer.option === null ? (answer.text ?? '') : suggested).trim().replace(/\/+$/, '')
  const isOutside = /^[/~]/.test(folder) || folder.split('/').some((part) => /^\.(?:\.|git)$/.test(part))
  if (folder === '' || isOutside) {
    throw new RunFailure({
      code: 'bad-input',
      message: `Nothing was exported: ${folder || 'nothing'} is no folder of the project; name one with \`tutti resume\`.`,
    })
  }
  const artifacts = await lookBack(run, 'artifacts', team, ({ artifacts: made }) =>
    made.map(({ task, name, text }) => ({ path: `${folder}/${task}-${name}.md`, text })),
  )
  const written = await files.write('export', artifacts, `docs: artifacts of ${team.session}`)
  if (written.kind === 'edited') {
    const message = `Nothing was exported: ${written.path} is there already and differs; name another folder.`
    throw new RunFailure({ code: 'bad-input', message })
  }
  return { action, status, exported: folder, warning: null }
}
