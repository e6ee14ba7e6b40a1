import { readFileSync } from 'node:fs'
import { readProcessTable, readVariable } from '../../src/adapters/processes/process-table.ts'

/** The process of an agent with this home that nothing but Tutti and what it is confined by stands above. */
export function findAgentProcess(home: string, programs: string): number | null {
  const ours = readProcessTable().filter(({ pid }) => readVariable(pid, 'HOME') === home)
  const agents = ours.filter(({ pid }) => isProgramOf(pid, programs))
  const inner = new Set(agents.map(({ pid }) => pid))
  return agents.find(({ parent }) => !inner.has(parent))?.pid ?? null
}

/** Whoever only starts it, such as a shell or a namespace, has its path as a later word. */
function isProgramOf(pid: number, programs: string): boolean {
  const [program = '', script = ''] = words(pid)
  return program.startsWith(programs) || (/(^|\/)node$/.test(program) && script.startsWith(programs))
}

function words(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
