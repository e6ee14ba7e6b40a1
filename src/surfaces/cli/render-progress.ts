import type { RunView, TaskView } from '../../protocol/run-view.ts'
import { subjectOf, whoseTurn } from '../../protocol/name-step.ts'
import type { Colour, Paint } from './terminal.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import { duration } from '../../protocol/words.ts'

const marks: Record<TaskView['state'], readonly [string, Colour]> = {
  waiting: ['·', 'dim'],
  working: ['▶', 'cyan'],
  proving: ['⚖', 'blue'],
  diagnosing: ['?', 'yellow'],
  integrating: ['⇢', 'blue'],
  replanning: ['↻', 'yellow'],
  done: ['✓', 'green'],
  'given-up': ['✗', 'red'],
  blocked: ['–', 'red'],
}

/** One letter for how a task stands. */
export function taskMark(state: TaskView['state'], paint: Paint): string {
  const [mark, colour] = marks[state]
  return paint(colour, mark)
}

/** The live picture: one line for the whole, one for each task, one for each turn that is no task's. */
export function renderProgress(view: RunView, now: number, paint: Paint): readonly string[] {
  const { progress, stage } = view
  const count = progress.tasksTotal === 0 ? '' : `  ${progress.tasksDone}/${progress.tasksTotal} tasks`
  const eta = progress.etaMs === null ? '' : `  about ${duration(progress.etaMs)} left`
  const head = `${bar(progress.percent, 24)} ${String(progress.percent).padStart(3)}%${count}  ${duration(now - view.startedAt)}${eta}`
  const lines = [`${paint('bold', stage ?? 'starting')}  ${head}`]
  const asking = new Set(
    view.questions.filter(({ answer }) => answer === null).map(({ id }) => subjectOf(id)),
  )
  const tasks = view.tasks.map((task) => taskLine(task, asking.has(task.id), now, paint))
  return [...lines, ...tasks, ...stepLines(view, now, paint)]
}

/** A task that asks something is not at work, whatever it was doing. */
function taskLine(task: TaskView, asks: boolean, now: number, paint: Paint): string {
  const time = task.startedAt === null ? '' : duration((task.endedAt ?? now) - task.startedAt)
  const attempt = task.attempt > 1 ? ` attempt ${task.attempt}` : ''
  const agent = task.agent === null || task.endedAt !== null ? '' : ` by ${task.agent}`
  const about = paint(
    'dim',
    `${asks ? 'waits for a person' : task.state}${attempt}${asks ? '' : agent}${time === '' ? '' : ` ${time}`}`,
  )
  return ` ${asks ? paint('yellow', '?') : taskMark(task.state, paint)} ${task.id.padEnd(6)} ${oneLine(task.title, 48)}  ${about}`
}

/** What is at work besides the tasks; once there are tasks, only whose turn it is. */
function stepLines(view: RunView, now: number, paint: Paint): readonly string[] {
  const tasks = new Set(view.tasks.map(({ id }) => id))
  const shown = view.openSteps.filter(
    ({ name, kind }) => tasks.size === 0 || (kind === 'turn' && !tasks.has(subjectOf(name))),
  )
  return shown.map(
    ({ name, kind, startedAt }) =>
      ` ${paint('cyan', '▶')} ${stepWords(name, kind)}  ${paint('dim', duration(now - startedAt))}`,
  )
}

/** `intake/baseline-again-5` as words. */
function stepWords(name: string, kind: string): string {
  return kind === 'turn' ? whoseTurn(name) : name.slice(name.lastIndexOf('/') + 1).replaceAll('-', ' ')
}

function bar(percent: number, cells: number): string {
  const full = Math.round((percent / 100) * cells)
  return '━'.repeat(full) + '╌'.repeat(cells - full)
}
