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
  | 'work'
  | 'self-critique'
  | 'waves'
  | 'review'
  | 'deliver'
  | 'learn'
  | 'context-length'
  | 'context-lines'
  | 'source-lines'
  | 'tools'
>

/** A process under the names of the file. */
export function processSettingsOf(from: ProcessPolicy): ProcessSettings {
  const { discuss, planning, challenge, waves, review, deliver, learn } = from
  return {
    tier: from.tier,
    'tier-files': from.tierFiles,
    interpret: from.interpret,
    discuss: {
      tiers: discuss.tiers,
      'least-questions': discuss.leastQuestions,
      'most-questions': discuss.mostQuestions,
      specified: discuss.specified,
    },
    specify: from.specify,
    research: from.research,
    planning: {
      variants: planning.variants,
      splitter: planning.splitter,
      executors: planning.executors,
      'least-tasks': planning.leastTasks,
      'most-tasks': planning.mostTasks,
      'in-words': planning.inWords,
      named: planning.named,
      'mobile-files': planning.mobileFiles,
    },
    challenge: {
      when: challenge.when,
      by: challenge.by,
      rounds: challenge.rounds,
      'least-tasks': challenge.leastTasks,
      'sure-from': challenge.sureFrom,
      'stagnant-from': challenge.stagnantFrom,
      'least-gain': challenge.leastGain,
      gain: challenge.gain,
      blocks: challenge.blocks,
      again: challenge.again,
      must: challenge.must,
      'walk-sure-from': challenge.walkSureFrom,
    },
    approve: from.approve,
    approvals: from.approvals,
    reports: from.reports,
    diagnose: from.diagnose,
    team: from.team,
    work: {
      refused: from.work.refused,
      mending: from.work.mending,
      persistent: from.work.persistent,
      counting: from.work.counting,
      'replans-of': from.work.replansOf,
      shown: from.work.shown,
    },
    'self-critique': { 'sure-from': from.selfCritique.sureFrom, loops: from.selfCritique.loops },
    waves: {
      announce: waves.announce,
      review: waves.review,
      critic: waves.critic,
      designer: waves.designer,
      simplifier: waves.simplifier,
      simplify: waves.simplify,
      'lint-rules': waves.lintRules,
      'ui-words': waves.uiWords,
      unjudged: waves.unjudged,
      slowed: waves.slowed,
    },
    review: {
      tasks: review.tasks,
      final: review.final,
      'fix-cycles': review.fixCycles,
      diagnose: review.diagnose,
      specification: review.specification,
      unjudged: review.unjudged,
      owner: review.owner,
    },
    deliver: { as: deliver.as, merge: deliver.merge, 'commit-kinds': deliver.commitKinds },
    learn: { 'agents-file': learn.agentsFile, wisdom: learn.wisdom, docs: learn.docs },
    'context-length': from.contextLength,
    'context-lines': from.contextLines,
    'source-lines': from.sourceLines,
    tools: from.tools,
  }
}

/** The process that settings stand for. */
export function processOf(policy: ProcessSettings): ProcessPolicy {
  const { discuss, planning, challenge, waves, review, deliver, learn } = policy
  return {
    tier: policy.tier,
    tierFiles: policy['tier-files'],
    interpret: policy.interpret,
    discuss: {
      tiers: discuss.tiers,
      leastQuestions: discuss['least-questions'],
      mostQuestions: discuss['most-questions'],
      specified: discuss.specified,
    },
    specify: policy.specify,
    research: policy.research,
    planning: {
      variants: planning.variants,
      splitter: planning.splitter,
      executors: planning.executors,
      leastTasks: planning['least-tasks'],
      mostTasks: planning['most-tasks'],
      inWords: planning['in-words'],
      named: planning.named,
      mobileFiles: planning['mobile-files'],
    },
    challenge: {
      when: challenge.when,
      by: challenge.by,
      rounds: challenge.rounds,
      leastTasks: challenge['least-tasks'],
      sureFrom: challenge['sure-from'],
      stagnantFrom: challenge['stagnant-from'],
      leastGain: challenge['least-gain'],
      gain: challenge.gain,
      blocks: challenge.blocks,
      again: challenge.again,
      must: challenge.must,
      walkSureFrom: challenge['walk-sure-from'],
    },
    approve: policy.approve,
    approvals: policy.approvals,
    reports: policy.reports,
    diagnose: policy.diagnose,
    team: policy.team,
    work: {
      refused: policy.work.refused,
      mending: policy.work.mending,
      persistent: policy.work.persistent,
      counting: policy.work.counting,
      replansOf: policy.work['replans-of'],
      shown: policy.work.shown,
    },
    selfCritique: {
      sureFrom: policy['self-critique']['sure-from'],
      loops: policy['self-critique'].loops,
    },
    waves: {
      announce: waves.announce,
      review: waves.review,
      critic: waves.critic,
      designer: waves.designer,
      simplifier: waves.simplifier,
      simplify: waves.simplify,
      lintRules: waves['lint-rules'],
      uiWords: waves['ui-words'],
      unjudged: waves.unjudged,
      slowed: waves.slowed,
    },
    review: {
      tasks: review.tasks,
      final: review.final,
      fixCycles: review['fix-cycles'],
      diagnose: review.diagnose,
      specification: review.specification,
      unjudged: review.unjudged,
      owner: review.owner,
    },
    deliver: { as: deliver.as, merge: deliver.merge, commitKinds: deliver['commit-kinds'] },
    learn: { agentsFile: learn['agents-file'], wisdom: learn.wisdom, docs: learn.docs },
    contextLength: policy['context-length'],
    contextLines: policy['context-lines'],
    sourceLines: policy['source-lines'],
    tools: policy.tools,
  }
}
