import { executorsWith } from '../../contracts/executors.ts'
import type { Playbook, Run } from '../../kernel/playbook.ts'
import { agentEnvelope } from '../../records/gem-team/agent-input.ts'
import { gemTeamBook, planIdOf } from '../../records/gem-team/book.ts'
import type { GemGiven } from '../../records/gem-team/given-plan.ts'
import { readGiven } from '../../records/gem-team/given-plan.ts'
import { goOn } from '../../records/gem-team/go-on.ts'
import { gemTeamImporter } from '../../records/gem-team/importer.ts'
import { escalationOf, ESCALATED } from '../../records/gem-team/standings.ts'
import { fact } from '../../stages/facts.ts'
import type { Brief } from '../../stages/intake/brief.ts'
import type { StandardResult } from '../finish.ts'
import type { Process } from '../lifecycle.ts'
import { playLifecycle } from '../lifecycle.ts'
import type { StandardInput } from '../standard-input.ts'
import { parseStandardInput } from '../standard-input.ts'
import { gemPlanFormat } from './plan-format.ts'
import { planOver, sayStatus, waveVoice, wordsFor } from './words.ts'

export const gemTeamPlaybook: Playbook<StandardInput, StandardResult> = {
  name: 'gem-team',
  version: 1,
  parseInput: parseStandardInput,
  play: (run, input) => playLifecycle(run, input, gemTeam(givenIn(input))),
}

/** Files that were given, or a plan of gem-team's that was given as a plan. */
function givenIn({ from, plan, teamRoles, policy }: StandardInput): GemGiven | null {
  const named = plan === null ? null : { path: plan.path, files: [{ ...plan, path: 'plan.yaml' }] }
  const given = from ?? (named !== null && gemTeamImporter.recognises(named) ? named : null)
  return given === null ? null : readGiven(given, executorsWith(policy.process.planning.executors, teamRoles))
}

function slugIn(run: Run): string {
  return (run.recorded().get('intake/brief') as unknown as Brief | undefined)?.slug ?? ''
}

/** gem-team's files, words and way into a plan that is there already; the rest is its policy. */
function gemTeam(given: GemGiven | null): Process {
  return {
    book: () => gemTeamBook(given),
    format: (book) => gemPlanFormat(book, given),
    given: ({ objective }) => (given === null ? null : goOn(given, objective)),
    manner: (run) => ({
      voice: waveVoice(given),
      // Whoever makes the request clear is asked before the plan has a name.
      envelope: (role, _step, about) =>
        role === 'interpreter' || role === 'code-mapper'
          ? null
          : agentEnvelope(role, about, planIdOf(slugIn(run), given)),
    }),
    hear: (run, { policy }) => {
      const said = run.scope('said')
      return async (heard) => {
        if (heard.kind === 'outcome') await sayStatus(said, heard.name, given, planOver)
        const text = wordsFor(heard, policy.attempts - 1)
        if (text !== null) await said.record(heard.name, fact({ kind: 'announced', value: { text } }))
      }
    },
    heed: (run) => {
      const said = run.scope('asked')
      return async ({ name, ask }) => {
        if (ask.kind === 'approval') return
        const escalation = escalationOf(name, ask)
        if (escalation !== null) {
          await said.record(`${name}/escalated`, { kind: ESCALATED, version: 1, value: escalation })
        }
        const head = name.startsWith('execute/') ? '🆘 Escalation' : '❓ Over to you'
        const text = `${head}: ${ask.text.split('\n')[0] ?? ''}`
        await said.record(name, fact({ kind: 'announced', value: { text } }))
      }
    },
  }
}
