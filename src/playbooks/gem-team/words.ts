import type { Run } from '../../kernel/playbook.ts'
import { agentOfRole } from '../../records/gem-team/agents.ts'
import type { GemGiven } from '../../records/gem-team/given-plan.ts'
import { statusBlock } from '../../records/gem-team/status-block.ts'
import { storyOf } from '../../records/story.ts'
import type { StageFact, StageName } from '../../stages/facts.ts'
import { fact } from '../../stages/facts.ts'
import type { HeardFact } from '../../stages/heard-run.ts'
import type { WaveVoice } from '../../stages/manner.ts'

const PHASES: Readonly<Partial<Record<StageName, string>>> = {
  discuss: '💬 Discuss Phase: let us clear up the gray areas, one question at a time!',
  specify: '📝 PRD Creation: locking what was agreed into docs/PRD.yaml.',
  research: '🔎 Phase 1: Research! gem-researcher is looking around.',
  plan: '🧭 Phase 2: Planning! gem-planner is on it.',
  challenge: '⚖️ Verifying and critiquing the plan: gem-reviewer and gem-critic, side by side.',
  approve: '🙌 The plan is ready: your call!',
  execute: '🚀 Phase 3: Execution! Off we go, wave by wave.',
  deliver: '📦 Phase 4: Summary. Wrapping it all up!',
}

const ENTRIES = {
  'new-objective': 'no plan yet, so we start from the top',
  'given-plan': 'the plan has tasks left, straight to Execution',
  'plan-feedback': 'feedback on a plan, back to Planning',
  'nothing-left': 'every task is completed or blocked, over to you',
} as const

/** What the team lead says at the moments that count; `null` where it says nothing. */
export function wordsFor(heard: HeardFact, retries: number): string | null {
  const told = heard as HeardFact & StageFact
  switch (told.kind) {
    case 'brief':
      return `🎯 Phase Detection: ${ENTRIES[told.value.phase]}.`
    case 'stage':
      return PHASES[told.value.stage] ?? null
    case 'plan':
      return told.value.revision === 1
        ? null
        : `🔄 Feedback taken: planning pass ${told.value.revision} with ${told.value.tasks.length} tasks.`
    case 'failure':
      return `💥 ${told.value.task} failed (${told.value.class}): ${firstLine(told.value.problem)}`
    case 'diagnosis': {
      const attempt = Number(/\/(?:attempt|round)-(\d+)\//.exec(told.name)?.[1] ?? 1)
      return attempt > retries
        ? `🔁 One more try for ${told.value.task}, as you said`
        : `🔁 Retry ${attempt}/${retries} for ${told.value.task}`
    }
    case 'task':
      return told.value.state === 'done' ? `✅ ${told.value.task} is done!` : null
    default:
      return null
  }
}

/** What is said around each wave. */
export function waveVoice(given: GemGiven | null): WaveVoice {
  return {
    before: ({ number, of, tasks }, isPlanned) => {
      const wave = `Wave ${numberIn(tasks) ?? number}`
      const head = `🌊 ${wave}: ${tasks.map(({ id }) => id).join(', ')}. Let's go!`
      if (!isPlanned) return head
      const work = tasks.map(({ id, title, role }) => `${id} ${title} (${agentOfRole(role)})`).join('; ')
      const after = number < of ? 'Status, then the next wave' : 'Status, then the summary'
      const plan = `PLAN: 1. ${work} 2. Integration check (gem-reviewer) 3. ${after} → Executing unless you redirect.`
      return `${head}\n${plan}`
    },
    after: async (scope, { number, tasks }) => {
      const head = `🏁 Wave ${numberIn(tasks) ?? number} complete!`
      await sayStatus(scope, 'over', given, () => head)
    },
  }
}

/** What is said when nothing more can be done. */
export function planOver(isBlocked: boolean): string {
  return isBlocked ? '🏁 All that can be done is done; what is blocked needs you.' : '🎉 Plan complete!'
}

/** Sums up in gem-team's status format, as the journal has it at this moment. */
export async function sayStatus(
  run: Run,
  name: string,
  given: GemGiven | null,
  headOf: (isBlocked: boolean) => string,
): Promise<void> {
  const block = await run.step<string | null>(`${name}-status`, {
    kind: 'status',
    input: null,
    execute: async ({ world, startedAt }) => {
      const { events } = await world.journal.read()
      return statusBlock(storyOf(events), given, startedAt)
    },
  })
  const head = headOf(block !== null && !/^Blocked: 0$/m.test(block))
  const text = block === null ? head : `${head}\n${block}`
  await run.record(name, fact({ kind: 'announced', value: { text } }))
}

function numberIn(tasks: readonly { readonly wave: number | null }[]): number | null {
  return tasks[0]?.wave ?? null
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}
