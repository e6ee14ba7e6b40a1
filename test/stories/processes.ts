import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import type { ProcessScript } from '../harness/play-process.ts'
import { job as controlflow } from '../processes/controlflow/job.ts'
import { job as jiraLoop } from '../processes/jira-loop/job.ts'
import { differs, missing } from './judge-end.ts'
import type { Story, StoryAnswer, StoryEnd } from './story.ts'

interface ProcessStory {
  readonly script: ProcessScript
  readonly answers?: readonly StoryAnswer[]
  readonly leastEvents: number
  /** What must have been delivered. */
  readonly files: readonly string[]
  /** What was done again, as attempt by task. */
  readonly failed: readonly string[]
}

/** The files of a process tell of what failed, the forbidden word included, so only the work is looked through. */
const PROOF =
  '! grep -rq BROKEN --exclude-dir=.git --exclude-dir=prompts --exclude-dir=.workflow --exclude-dir=plans --exclude-dir=plan --exclude=tutti.yaml .'

function storyOf({ script, answers = [], leastEvents, files, failed }: ProcessStory): Story {
  return {
    name: `${script.process} from a request to its branch`,
    objective: script.objective,
    playbook: script.process,
    leastEvents,
    files: script.files ?? {},
    settings: { verify: [PROOF] },
    isApproved: true,
    script: { scenes: script.scenes },
    answers,
    status: exitStatus.ok,
    judge: async (end) => [
      ...differs('playbook', end.view.playbook, script.process),
      ...missing(await filesOnBranch(end), files),
      ...differs(
        'failures',
        end.facts('failure').map((value) => {
          const { task, attempt } = value as { readonly task: string; readonly attempt: number }
          return `${task} ${attempt}`
        }),
        failed,
      ),
    ],
  }
}

/** A process may name its branch itself. */
async function filesOnBranch({ facts, git }: StoryEnd): Promise<readonly string[]> {
  const { branch } = (facts('delivered').at(-1) ?? { branch: null }) as { readonly branch: string | null }
  return branch === null ? [] : (await git('diff', '--name-only', 'main', branch)).split('\n')
}

/** Processes with the job that its golden files tell of. */
export const processStories: readonly Story[] = [
  storyOf({
    script: jiraLoop,
    answers: [{ to: 'Which greeting', with: ['bonjour'] }],
    leastEvents: 300,
    files: ['src/english.txt', 'src/french.txt', 'src/greetings.txt', 'GREETING.md'],
    failed: ['TASK-1 1'],
  }),
  storyOf({
    script: controlflow,
    answers: [{ to: 'Where shall prices be stored', with: ['option-file'] }],
    leastEvents: 300,
    files: ['src/parse.txt', 'src/store.txt', 'src/show.txt', 'docs/guide.txt'],
    failed: ['parse 1', 'show 1'],
  }),
]
