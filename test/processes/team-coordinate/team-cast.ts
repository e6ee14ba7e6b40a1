import type { Act, Scene } from '../../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../../src/kernel/json.ts'
import { reply, scene } from '../../harness/script.ts'

type Report = Readonly<Record<string, Json>>

/** Scores that pass. */
export const good: Json = { completeness: 90, consistency: 85, accuracy: 90, depth: 85 }

/** A worker's report that is taken as it is. */
export function report(task: string, more: Report = {}): readonly Act[] {
  return reply({
    status: 'completed',
    findings: `${task} is done.`,
    artifact: { name: 'notes', text: `# ${task}\n\nWhat came of it.` },
    files_modified: [],
    verification: 'self-validated',
    key_findings: [`${task} holds.`],
    decisions: [{ decision: 'The short way', rationale: 'It is enough.' }],
    quality: good,
    ...more,
  })
}

/** Which turn is meant: of a task, in a revision, at an attempt. */
export function turnOf(task: string, { revision = '*', attempt = '*' } = {}): string {
  return `execute/${task}@r${revision}/attempt-${attempt}/implement**`
}

/** A worker that does its task, with whatever it does before it reports. */
export function worker(task: string, acts: readonly Act[] = [], more: Report = {}): Scene {
  return scene({ step: turnOf(task) }, [...acts, ...report(task, more)])
}

/** Everybody does what is asked: whoever has a task for files writes one, named like the task. */
export function team(first: readonly Scene[] = []): readonly Scene[] {
  const ids = ['RESEARCH', 'PLAN', 'DESIGN', 'DRAFT', 'IMPL', 'ANALYSIS', 'TEST', 'TASK'].flatMap((prefix) =>
    [1, 2, 3].flatMap((number) => [`${prefix}-00${number}`, `${prefix}-00${number}-R1`]),
  )
  return [
    ...first,
    ...ids.map((id) => {
      const writes = /^(?:IMPL|TASK|TEST)/.test(id)
      const file = `${id.toLowerCase()}.txt`
      return worker(
        id,
        writes ? [{ act: 'write', path: file, text: `${id}\n` }] : [],
        writes ? { files_modified: [file] } : {},
      )
    }),
  ]
}
