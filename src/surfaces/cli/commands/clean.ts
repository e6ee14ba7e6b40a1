import type { Keepsake } from '../../../host/clean-runs.ts'
import { cleanRuns, listKeepsakes } from '../../../host/clean-runs.ts'
import { openHost } from '../../../host/host.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { plural } from '../../../protocol/words.ts'
import { askYes } from '../ask-yes.ts'
import { jsonText } from '../json-text.ts'
import type { Terminal } from '../terminal.ts'

export interface CleanFlags {
  readonly json: boolean
  readonly dryRun: boolean
  readonly yes: boolean
  readonly force: boolean
}

/** Removes what ended runs keep. Runs that could be resumed go only by name and with --force. */
export async function cleanCommand(
  terminal: Terminal,
  runs: readonly string[],
  flags: CleanFlags,
): Promise<number> {
  const { cwd, environment } = terminal
  const host = await openHost({ cwd, environment, flags: [] })
  const all = await listKeepsakes(host)
  const chosen =
    runs.length === 0
      ? all.filter(({ isOver, isPlayed }) => isOver && !isPlayed)
      : runs.map((run) => named(run, all, flags))
  if (flags.json) terminal.out(jsonText({ runs: chosen, removed: !flags.dryRun }, 2))
  else tell(terminal, chosen, all)
  if (flags.dryRun || chosen.length === 0) return 0
  if (!flags.yes && !flags.json && terminal.isInteractive && !(await askYes(terminal, 'Remove them?')))
    return 0
  await cleanRuns(
    host,
    chosen.map(({ run }) => run),
  )
  if (!flags.json) terminal.out(`Removed ${plural(chosen.length, 'run')}. Delivered branches stay.`)
  return 0
}

function named(run: string, all: readonly Keepsake[], { force }: CleanFlags): Keepsake {
  const found = all.find((each) => each.run === run)
  if (!found)
    throw new RunFailure({ code: 'run-unknown', message: `There is no run "${run}" here. See: tutti list.` })
  if (found.isPlayed) {
    const message = `${run} is at work; end it first: tutti cancel ${run}. If its process is gone for good: tutti resume ${run} --take-over.`
    throw new RunFailure({ code: 'run-held', message })
  }
  if (!found.isOver && !force) {
    const message = `${run} could still be resumed (${found.status}); add --force to remove it all the same.`
    throw new RunFailure({ code: 'bad-input', message })
  }
  return found
}

function tell(terminal: Terminal, chosen: readonly Keepsake[], all: readonly Keepsake[]): void {
  for (const { run, status, worktrees, bytes, refs } of chosen) {
    const size = `${(bytes / 1_048_576).toFixed(1)} MB`
    terminal.out(
      `${run.padEnd(36)} ${status.padEnd(14)} ${plural(worktrees, 'worktree')} (${size}), ${plural(refs, 'ref')}`,
    )
  }
  const left = all.length - chosen.length
  if (chosen.length === 0) terminal.out('There is nothing to remove.')
  if (left > 0)
    terminal.out(
      terminal.paint('dim', `${plural(left, 'run')} not touched: at work, or could still be resumed.`),
    )
}
