import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ALL_AGENTS, CI_AGENTS, pickAgents } from './agent-sets.ts'
import { installAgents } from './install-agents.ts'
import { renderRows } from './proof-rows.ts'

/** Where the programs are installed; git does not see it. */
const FOLDER = resolve(process.env['TUTTI_TEST_AGENTS'] ?? 'build-agents')
const KNOWN: readonly string[] = ['ci', ...ALL_AGENTS]

const [what = '', ...words] = process.argv.slice(2)
if (what === 'install') installAgents(pickAgents(words), FOLDER)
else if (what === 'test') process.exitCode = testAgents(words)
else console.error('Say `install` or `test`, then which agents.')

/** Names of agents choose agents; any other word is given to vitest, which takes it for the name of a file. */
function testAgents(given: readonly string[]): number {
  const names = pickAgents(given.filter((word) => KNOWN.includes(word)))
  const rest = given.filter((word) => !KNOWN.includes(word))
  installAgents(new Set([...names, ...CI_AGENTS]), FOLDER)
  const scratch = mkdtempSync(join(tmpdir(), 'tutti-rows-'))
  const rows = join(scratch, 'rows.jsonl')
  const files = rest.filter((word) => !word.startsWith('-')).map((word) => `test/real/${word}`)
  const flags = rest.filter((word) => word.startsWith('-'))
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', ...(files.length === 0 ? ['test/real'] : files), ...flags],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        TUTTI_TEST_AGENTS: FOLDER,
        TUTTI_TEST_AGENT_NAMES: names.join(','),
        TUTTI_TEST_ROWS: rows,
      },
    },
  )
  console.log(renderRows(readLines(rows)))
  rmSync(scratch, { recursive: true, force: true })
  return status ?? 1
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch {
    return []
  }
}
