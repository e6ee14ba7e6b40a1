import type { Run } from '../../kernel/playbook.ts'
import type { Link, Prove } from './integration.ts'
import { merge } from './merge.ts'
import { mergeMessage } from './merge-message.ts'

/**
 * With whom a task fails that fails on top of all these, in the order they were merged: nobody when it fails on
 * its own base too. The first with whom it fails is looked for by halving, so a pair is found as that pair.
 */
export async function findPartner(
  run: Run,
  prove: Prove,
  culprit: Link,
  others: readonly Link[],
): Promise<readonly string[]> {
  if (others.length === 0 || culprit.base === null) return []
  const failsOn = async (name: string, ours: string): Promise<boolean> => {
    const scope = run.scope(`partner/${name}`)
    const { theirs, base, task } = culprit
    const order = { ours, theirs, base, message: mergeMessage([task]) }
    const merged = await merge(scope, 'merge', order)
    if (merged.kind !== 'merged') return false
    return (await prove(scope, 'verify', merged.commit, merged.tree)).status !== 'passed'
  }
  if (await failsOn('alone', culprit.base)) return []
  let passes = -1
  let fails = others.length - 1
  while (fails - passes > 1) {
    const middle = (passes + fails) >> 1
    const link = others[middle]
    if (link !== undefined && (await failsOn(link.task.id, link.commit))) fails = middle
    else passes = middle
  }
  return others.slice(fails, fails + 1).map(({ task }) => task.id)
}
