import { readDocument } from './read-document.ts'

export type WrittenStatus = 'pending' | 'completed' | 'blocked'

/** How far each task of a written plan is, by its id; what is not said is still to be done. */
export function planStatuses(text: string, file: string): ReadonlyMap<string, WrittenStatus> {
  const { value } = readDocument(text, file)
  const tasks = isRecord(value) && Array.isArray(value['tasks']) ? value['tasks'] : []
  return new Map(
    tasks.flatMap((task: unknown) => {
      if (!isRecord(task) || typeof task['id'] !== 'string') return []
      return [[task['id'], statusOf(task['status'])] as const]
    }),
  )
}

function statusOf(written: unknown): WrittenStatus {
  if (written === 'completed' || written === 'done') return 'completed'
  return written === 'blocked' || written === 'failed' ? 'blocked' : 'pending'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
