import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import type { AgentTestReport } from '../src/host/agents/test-agent.ts'
import { knownProfiles } from '../src/profiles/known-profiles.ts'
import { renderAgentTable, type TriedAgent } from './render-agent-table.ts'

/**
 * Tries every known agent that is installed below a folder (`FOLDER/NAME/node_modules/.bin`, and `node24` for those
 * that need a newer Node), each with a scripted model, and writes what was seen into docs/agents.md.
 *
 *     node build/bench/agent-table.js FOLDER [--reports FOLDER] [--date DATE] [NAME…]
 *
 * Reports are kept, so that one agent can be tried again without the others.
 */
const words = process.argv.slice(2)
const option = (name: string, fallback: string): string => {
  const at = words.indexOf(name)
  return at === -1 ? fallback : (words.splice(at, 2)[1] ?? fallback)
}
const reports = resolve(option('--reports', 'build/agent-reports'))
const date = option('--date', new Date().toISOString().slice(0, 10))
const [folder = 'build-agents', ...names] = words
const document = resolve('docs/agents.md')
const START = '<!-- tests:start -->'
const END = '<!-- tests:end -->'

mkdirSync(reports, { recursive: true })
const binOf = (name: string): string => join(resolve(folder), name, 'node_modules/.bin')
for (const { name, node, tried } of knownProfiles) {
  if (names.length > 0 && !names.includes(name)) continue
  if (!existsSync(binOf(name))) continue
  const paths = [...(node === undefined ? [] : [binOf('node24')]), binOf(name), process.env['PATH'] ?? '']
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [resolve('dist/main.js'), 'agents', 'test', name, '--scripted', '--json'],
    { encoding: 'utf8', env: { ...process.env, PATH: paths.join(delimiter) }, maxBuffer: 1e8 },
  )
  console.log(`${name}: exit ${status}${stderr === '' ? '' : `\n${stderr}`}`)
  if (!stdout.startsWith('{')) continue
  const report = JSON.parse(stdout) as AgentTestReport
  const kept: TriedAgent = {
    ...report,
    versions: tried.map((each) => `${each.package} ${each.version}`),
    date,
  }
  writeFileSync(join(reports, `${name}.json`), JSON.stringify(kept, null, 2))
}

const all = knownProfiles.flatMap(({ name }) => {
  const file = join(reports, `${name}.json`)
  return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as TriedAgent] : []
})
const text = readFileSync(document, 'utf8')
const [before = ''] = text.split(START)
const after = text.split(END)[1] ?? '\n'
writeFileSync(document, `${before}${START}\n\n${renderAgentTable(all)}\n\n${END}${after}`)
