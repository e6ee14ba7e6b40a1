import { deferred } from '../../src/kernel/deferred.ts'
import type { Deferred } from '../../src/kernel/deferred.ts'
import type { Integration } from '../../src/stages/integrate/integration.ts'
import { merge } from '../../src/stages/integrate/merge.ts'
import type { MakeQueue } from './play-scenario.ts'

export type Carelessness = 'no bisecting' | 'no gate'

interface Waiting {
  readonly id: string
  readonly commit: string
  readonly answer: Deferred<Integration>
}

/** A queue as it must not be: a red batch is blamed on its last member, or nothing is proven at all. */
export function carelessQueue(how: Carelessness): MakeQueue {
  return (run, { prove }, line) => {
    let waiting: Waiting[] = []
    let round = 0
    const playRound = async (): Promise<void> => {
      round += 1
      const scope = run.scope(`round-${round}`)
      const before = { ...line }
      const batch = waiting.splice(0)
      const merged: Waiting[] = []
      for (const each of batch) {
        const order = { ours: line.head, theirs: each.commit, message: each.id, tasks: [each.id] }
        const result = await merge(scope, `merge-${each.id}`, order)
        if (result.kind === 'merged') {
          line.head = result.commit
          line.tree = result.tree
          merged.push(each)
        } else each.answer.resolve({ kind: 'conflict', paths: result.paths, files: [], with: [] })
      }
      const last = merged.at(-1)
      if (last === undefined) return
      const verdict = await prove(scope, 'verify', line.head, line.tree)
      const isFine = how === 'no gate' || verdict.status === 'passed'
      if (isFine) {
        for (const { answer } of merged) answer.resolve({ kind: 'integrated', commit: line.head })
        return
      }
      Object.assign(line, before)
      last.answer.resolve({ kind: 'not-proven', verdict, with: [] })
      waiting = [...merged.slice(0, -1), ...waiting]
    }
    let working: Promise<void> | null = null
    const work = async (): Promise<void> => {
      while (waiting.length > 0) await playRound()
      working = null
    }
    return {
      line,
      landed: [],
      treeAt: async () => line.tree,
      submit: (task, commit) => {
        const answer = deferred<Integration>()
        waiting.push({ id: task.id, commit, answer })
        working ??= work()
        return answer.promise
      },
      left: () => {},
    }
  }
}
