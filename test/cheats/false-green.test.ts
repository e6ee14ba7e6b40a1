import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyWork } from '../../bench/false-green/apply-work.ts'
import { examineTree } from '../../bench/false-green/examine-tree.ts'
import { generatePairs, kinds, PAIRS } from '../../bench/false-green/generate-pairs.ts'
import { PATIENCE_MS } from '../harness/cli.ts'

const SEED = 1

describe('the jobs of the false-green audit', { concurrent: true, timeout: PATIENCE_MS }, () => {
  let folder = ''

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'tutti-audit-')))
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('are the same for the same seed, and others for another', () => {
    expect(JSON.stringify(generatePairs(SEED))).toBe(JSON.stringify(generatePairs(SEED)))
    expect(JSON.stringify(generatePairs(SEED))).not.toBe(JSON.stringify(generatePairs(SEED + 1)))
  })

  it('are a hundred pairs, of every kind at least eight', () => {
    const pairs = generatePairs(SEED)
    expect(pairs).toHaveLength(PAIRS)
    for (const { name } of kinds) expect(pairs.filter(({ kind }) => kind === name).length).toBeGreaterThan(7)
  })

  it.each(
    generatePairs(SEED, kinds.length).map((pair, index) => ({
      ...pair,
      index,
    })),
  )(
    'are told apart by a check that knows nothing of Tutti: $kind, $trick',
    async ({ defective, honest, hidden, index }) => {
      const lie = await applyWork(join(folder, `${index}-defective`), defective)
      const work = await applyWork(join(folder, `${index}-honest`), honest)
      expect(await examineTree(lie.place, lie.commit, hidden)).not.toBeNull()
      expect(await examineTree(work.place, work.commit, hidden)).toBeNull()
    },
  )
})
