import type { ProcessPolicy } from '../policy/process-policy.ts'
import type { PolicySettings } from './complete-policy.ts'

/** The part of the `policy` group that says which stages a job goes through and how far. */
type ProcessSettings = Pick<
  PolicySettings,
  | 'tier'
  | 'tier-files'
  | 'interpret'
  | 'discuss'
  | 'specify'
  | 'research'
  | 'planning'
  | 'challenge'
  | 'approve'
  | 'approvals'
  | 'reports'
  | 'diagnose'
  | 'team'
  | 'waves'
  | 'review'
  | 'deliver'
  | 'learn'
  | 'context-length'
  | 'tools'
>

/** A process under the names of the file. */
export function processSettingsOf(from: ProcessPolicy): ProcessSettings {
  const { discuss, challenge, review, learn } = from
  return {
    tier: from.tier,
    'tier-files': from.tierFiles,
    interpret: from.interpret,
    discuss: {
      tiers: discuss.tiers,
      'least-questions': discuss.leastQuestions,
      'most-questions': discuss.mostQuestions,
    },
    specify: from.specify,
    research: from.research,
    planning: from.planning,
    challenge: {
      by: challenge.by,
      rounds: challenge.rounds,
      'least-tasks': challenge.leastTasks,
      'sure-from': challenge.sureFrom,
      'stagnant-from': challenge.stagnantFrom,
      'least-gain': challenge.leastGain,
    },
    approve: from.approve,
    approvals: from.approvals,
    reports: from.reports,
    diagnose: from.diagnose,
    team: from.team,
    waves: from.waves,
    review: { tasks: review.tasks, final: review.final, 'fix-cycles': review.fixCycles },
    deliver: from.deliver,
    learn: { 'agents-file': learn.agentsFile, wisdom: learn.wisdom, docs: learn.docs },
    'context-length': from.contextLength,
    tools: from.tools,
  }
}

/** The process that settings stand for. */
export function processOf(policy: ProcessSettings): ProcessPolicy {
  const { discuss, challenge, review, learn } = policy
  return {
    tier: policy.tier,
    tierFiles: policy['tier-files'],
    interpret: policy.interpret,
    discuss: {
      tiers: discuss.tiers,
      leastQuestions: discuss['least-questions'],
      mostQuestions: discuss['most-questions'],
    },
    specify: policy.specify,
    research: policy.research,
    planning: policy.planning,
    challenge: {
      by: challenge.by,
      rounds: challenge.rounds,
      leastTasks: challenge['least-tasks'],
      sureFrom: challenge['sure-from'],
      stagnantFrom: challenge['stagnant-from'],
      leastGain: challenge['least-gain'],
    },
    approve: policy.approve,
    approvals: policy.approvals,
    reports: policy.reports,
    diagnose: policy.diagnose,
    team: policy.team,
    waves: policy.waves,
    review: { tasks: review.tasks, final: review.final, fixCycles: review['fix-cycles'] },
    deliver: policy.deliver,
    learn: { agentsFile: learn['agents-file'], wisdom: learn.wisdom, docs: learn.docs },
    contextLength: policy['context-length'],
    tools: policy.tools,
  }
}
