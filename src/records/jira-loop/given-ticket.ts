import { RunFailure } from '../../kernel/failure.ts'
import type { GivenFiles } from '../given-files.ts'
import type { ProgressFile, PromptFile, TicketPhase } from './files-schema.ts'
import { progressFile, promptFile, reviewReportFile } from './files-schema.ts'
import { readFile } from '../read-file.ts'

/** What the files of a ticket say, so that a run can go on where they stop. */
export interface GivenTicket {
  readonly jira: string
  readonly progress: ProgressFile
  readonly prompt: PromptFile | null
  /** Where the work goes on. */
  readonly iteration: number
  readonly phase: TicketPhase
  /** Every file by its path in the ticket's folder. */
  readonly files: ReadonlyMap<string, string>
  /** How a person would name one of them. */
  readonly pathOf: (path: string) => string
}

/** A ticket's id. */
export const JIRA = /^[A-Z][A-Z0-9]*-\d+$/

type Given = Pick<GivenFiles, 'path' | 'files'>

/** Files of the model before this one: state that nobody may take for true any more. */
const LEGACY = [
  /^(?:startup_context|context_compact|validation_plan)\.yaml$/,
  /(?:^|\/)task_packets\//,
  /(?:^|\/)(?:logs|summaries)\/task_[^/]*_summary\.yaml$/,
  /^iteration_\d+\/validation_plan\.yaml$/,
]

export const MIXED_ARTIFACTS =
  'ERROR: Mixed artifact model detected. Migrate legacy task state into tasks.yaml and remove legacy derived artifacts before resume. STOPPING.'

/** The folder within what was given that has a `progress.yaml`; `null` when none has. */
export function ticketFolder({ files }: Pick<Given, 'files'>): string | null {
  const found = files.map(({ path }) => path).filter((path) => /(?:^|\/)progress\.yaml$/.test(path))
  const [only] = found.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
  return only === undefined ? null : only.slice(0, only.length - 'progress.yaml'.length)
}

/** Reads a ticket's files. Throws `bad-input` when nobody can go on with them. */
export function readGivenTicket(given: Given): GivenTicket {
  const folder = ticketFolder(given)
  if (folder === null) {
    throw refuse(
      `There is no progress.yaml in ${given.path}: name the folder of a ticket, such as prompts/ABC-1/.`,
    )
  }
  const files = new Map(
    given.files.flatMap(({ path, text }) =>
      path.startsWith(folder) ? [[path.slice(folder.length), text]] : [],
    ),
  )
  const pathOf = (path: string): string =>
    given.path.endsWith(path) ? given.path : `${given.path.replace(/\/$/, '')}/${folder}${path}`
  const progress = readFile(progressFile, pathOf('progress.yaml'), files.get('progress.yaml') ?? '')
  if (!JIRA.test(progress.jira)) {
    throw refuse(`${pathOf('progress.yaml')}:1:1: \`jira\` is no ticket's id such as ABC-1: correct it.`)
  }
  const hasTasks = [...files.keys()].some((path) => /(?:^|\/)tasks\.yaml$/.test(path))
  const legacy = [...files.keys()].some((path) => LEGACY.some((pattern) => pattern.test(path)))
  if (legacy && hasTasks) throw refuse(MIXED_ARTIFACTS)
  const promptText = files.get('prompt.yaml')
  const prompt = promptText === undefined ? null : readFile(promptFile, pathOf('prompt.yaml'), promptText)
  return { jira: progress.jira, progress, prompt, ...resumePoint(progress, files, pathOf), files, pathOf }
}

/** What was asked for, with the ticket's id in it. */
export function objectiveOfTicket({ jira, prompt, pathOf }: GivenTicket): string {
  if (prompt === null) {
    throw refuse(
      `${pathOf('prompt.yaml')} is missing, which says what is to be done: put it back, or start anew.`,
    )
  }
  const words = prompt.original_request.trim() === '' ? prompt.refined_prompt : prompt.original_request
  return words.includes(jira) ? words : `${jira}: ${words}`
}

/** An iteration that was rejected is over: the next one plans from its report. */
function resumePoint(
  { iteration_number: number, current_phase: phase }: ProgressFile,
  files: ReadonlyMap<string, string>,
  pathOf: (path: string) => string,
): Pick<GivenTicket, 'iteration' | 'phase'> {
  const path = `iteration_${number}/review_report.yaml`
  const text = files.get(path)
  const report = text === undefined ? null : readFile(reviewReportFile, pathOf(path), text)
  if (report?.status === 'REJECTED') return { iteration: number + 1, phase: 'PLANNING' }
  return { iteration: number, phase: phase === 'REVIEW' && report !== null ? 'DOC_REFRESH' : phase }
}

function refuse(message: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message })
}
