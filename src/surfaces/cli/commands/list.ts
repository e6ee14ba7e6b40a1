import { openRunStore } from '../../../host/open-run-store.ts'
import type { StoredRun } from '../../../host/run-store.ts'
import { listRunNames, readRun } from '../../../host/run-store.ts'
import { toRunFailure } from '../../../kernel/failure.ts'
import { playbookWords } from '../../../protocol/playbook-words.ts'
import { oneLine } from '../../../kernel/plain-text.ts'
import { jsonText } from '../json-text.ts'
import { stateWords } from '../state-words.ts'
import type { Terminal } from '../terminal.ts'

/** All runs of this repository, oldest first; one whose journal cannot be read is listed with its problem. */
export async function listCommand(terminal: Terminal, { json }: { readonly json: boolean }): Promise<number> {
  const locations = await openRunStore(terminal.cwd, terminal.environment)
  const names = await listRunNames(locations)
  const rows = await Promise.all(
    names.map(async (run) => {
      try {
        return { run, stored: await readRun(locations, run) }
      } catch (thrown) {
        return { run, problem: toRunFailure(thrown).message }
      }
    }),
  )
  if (json) {
    terminal.out(
      jsonText(
        rows.map((row) => ('stored' in row ? briefly(row.stored) : row)),
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
    const { view } = row.stored
    const percent = `${view.progress.percent}%`.padStart(4)
    terminal.out(
      `${row.run.padEnd(36)} ${row.stored.isOwn ? '' : terminal.paint('yellow', 'not written here  ')}${percent}  ${stateWords(row.stored).padEnd(12)}  ${playbookWords(view.playbook)}${oneLine(view.objective, 60)}`,
    )
  }
  return 0
}

function briefly(stored: StoredRun): object {
  const { run, playbook, objective, status, startedAt, updatedAt, progress, delivery } = stored.view
  return {
    run,
    playbook,
    objective,
    status,
    state: stateWords(stored),
    startedAt,
    updatedAt,
    progress,
    delivery,
    isOwn: stored.isOwn,
    holder: stored.holder,
  }
}
