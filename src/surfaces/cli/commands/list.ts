import { openTutti } from '../../../host/application.ts'
import type { ListedRun } from '../../../host/list-runs.ts'
import { playbookWords } from '../../../protocol/playbook-words.ts'
import { oneLine } from '../../../kernel/plain-text.ts'
import { jsonText } from '../json-text.ts'
import { stateWords } from '../state-words.ts'
import type { Terminal } from '../terminal.ts'

/** All runs of this repository, oldest first; one whose journal cannot be read is listed with its problem. */
export async function listCommand(terminal: Terminal, { json }: { readonly json: boolean }): Promise<number> {
  const rows = await openTutti(terminal).runs()
  if (json) {
    terminal.out(
      jsonText(
        rows.map((row) => ('view' in row ? briefly(row) : row)),
        2,
      ),
    )
    return 0
  }
  if (rows.length === 0) terminal.out('No runs here yet. Start one: tutti run "what is to be done"')
  for (const row of rows) {
    if ('problem' in row) {
      terminal.out(`${row.run.padEnd(36)} ${terminal.paint('red', oneLine(row.problem, 160))}`)
      continue
    }
    const { view, isOwn, holder } = row
    const percent = `${view.progress.percent}%`.padStart(4)
    terminal.out(
      `${row.run.padEnd(36)} ${isOwn ? '' : terminal.paint('yellow', 'not written here  ')}${percent}  ${stateWords(view, holder).padEnd(12)}  ${playbookWords(view.playbook)}${oneLine(view.objective, 60)}`,
    )
  }
  return 0
}

function briefly(stored: ListedRun): object {
  const { run, playbook, objective, status, startedAt, updatedAt, progress, delivery } = stored.view
  return {
    run,
    playbook,
    objective,
    status,
    state: stateWords(stored.view, stored.holder),
    startedAt,
    updatedAt,
    progress,
    delivery,
    isOwn: stored.isOwn,
    holder: stored.holder,
  }
}
