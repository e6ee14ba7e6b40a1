import { openTutti } from '../../../host/application.ts'
import { makeSense } from '../../../protocol/make-sense.ts'
import type { RunEvent } from '../../../kernel/event.ts'
import type { RunView } from '../../../protocol/run-view.ts'
import type { RunFiles } from '../../../protocol/files-of-run.ts'
import { filesOfRun } from '../../../protocol/files-of-run.ts'
import { subjectOf } from '../../../protocol/name-step.ts'
import { duration } from '../../../protocol/words.ts'
import { createTeller } from '../../../protocol/tell-event.ts'
import { tellEvidence, tellTests } from '../../../protocol/tell-verdict.ts'
import { jsonText } from '../json-text.ts'
import { paintTold } from '../paint-told.ts'
import { markOthers } from '../render-others-run.ts'
import { renderSummary } from '../render-summary.ts'
import type { Terminal } from '../terminal.ts'
import { wrapWords } from '../wrap-words.ts'

export interface ShowFlags {
  readonly json: boolean
  readonly events: boolean
  readonly files: boolean
}

/** Everything about a run: its story, its verdicts with their evidence, and where its files are. */
export async function showCommand(
  terminal: Terminal,
  wanted: string | undefined,
  flags: ShowFlags,
): Promise<number> {
  const tutti = openTutti(terminal)
  const { run, events, isOwn } = await tutti.events(wanted)
  markOthers(terminal, isOwn, run)
  if (flags.events) {
    for (const event of events) terminal.out(jsonText(event))
    return 0
  }
  if (flags.files) return makeSense(isOwn, run, () => showFiles(terminal, filesOfRun(events), flags.json))
  const { view, holder, folder } = await tutti.see(run)
  if (flags.json) {
    terminal.out(jsonText({ ...view, isOwn, holder }, 2))
    return 0
  }
  makeSense(isOwn, run, () => showStory(terminal, events, view))
  terminal.out(
    `\n${terminal.paint('bold', 'Files')}\n  journal   ${folder.journal}\n  activity  ${folder.activity}\n  outputs   ${folder.outputs}`,
  )
  return 0
}

/** What happened, what came of it, and the evidence of each verdict. */
function showStory(terminal: Terminal, events: readonly RunEvent[], view: RunView): void {
  const { paint } = terminal
  const tellEvent = createTeller()
  const say = (line: string): void => terminal.out(line)
  for (const event of events) {
    const told = tellEvent(event)
    const at = paint('dim', duration(event.at - view.startedAt).padStart(8))
    if (told === null) continue
    const text = wrapWords(told.text, (terminal.stdout.columns || Infinity) - 13, ' '.repeat(12))
    say(`${at}  ${paintTold({ ...told, text }, paint)}`)
  }
  for (const line of renderSummary(view, paint)) say(line)
  if (view.verdicts.length > 0) say(`\n${paint('bold', 'Evidence')}`)
  for (const verdict of view.verdicts) {
    for (const evidence of verdict.evidence) {
      say(`  ${subjectOf(verdict.name)} at ${verdict.commit.slice(0, 10)}: ${tellEvidence(evidence)}`)
      say(paint('dim', `    ${evidence.outputFile}`))
    }
    for (const line of tellTests(verdict)) say(`    ${line}`)
  }
}

/** Where the files of the process are while the run is at work, and which commit has each. */
function showFiles(terminal: Terminal, run: RunFiles, isJson: boolean): number {
  if (isJson) {
    terminal.out(jsonText(run, 2))
    return 0
  }
  terminal.out(run.folder ?? 'This run has written no files of its own.')
  for (const { path, commit, by } of run.files)
    terminal.out(`  ${path}  ${commit.slice(0, 10)}${by === 'person' ? '  as a person left it' : ''}`)
  return 0
}
