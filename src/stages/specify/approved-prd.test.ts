import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeShop } from '../../../test/fixtures/shop-repository.ts'
import type { StagePlay } from '../../../test/harness/play-stage.ts'
import { baseOf, jobOf, playStage } from '../../../test/harness/play-stage.ts'
import { PRD_FILE, parsePrd } from '../../config/prd-file.ts'
import { withApprovedPrd } from '../approve/approved-prd.ts'
import { openProcessFiles } from './process-files.ts'

let repository: TestRepository
afterEach(() => repository.remove())

const entry = (id: string, criterion: string): string =>
  `  - id: ${id}\n    criterion: ${criterion}\n    verification: look\n`
const prdOf = (...entries: readonly string[]): string =>
  `prd_id: shop\nversion: 1.0.0\nacceptance_criteria:\n${entries.join('')}`

const written = prdOf(entry('AC-001', 'It opens'), entry('AC-002', 'It closes'), entry('AC-003', 'It locks'))

async function played(edit: string | null, answer?: string): Promise<StagePlay> {
  repository = await makeShop()
  return playStage({
    repository,
    ...(answer === undefined ? {} : { answer: () => ({ option: answer }) }),
    stage: async (run) => {
      const base = await baseOf(run)
      const files = await openProcessFiles(run.scope('files'), base)
      await files.write('one', [{ path: PRD_FILE, text: written }], 'docs: one')
      if (edit !== null) await writeFile(join(files.folder, PRD_FILE), edit)
      const prd = parsePrd(written)
      const job = jobOf({
        base,
        criteria: prd.acceptance_criteria.filter(({ id }) => id !== 'AC-001'),
        sources: [{ trust: 'trusted', title: PRD_FILE, text: written }],
      })
      const { criteria, sources } = await withApprovedPrd(run.scope('approve/prd'), job, prd, files)
      const told = sources.map(({ text }) => parsePrd(text).acceptance_criteria.length)
      return { criteria: criteria.map(({ id, criterion }) => `${id} ${criterion}`), told }
    },
  })
}

describe('the requirements at an approval', () => {
  it('P6: are what a person has made of them', async () => {
    const edit = prdOf(
      entry('AC-001', 'It opens'),
      entry('AC-002', 'It closes at night'),
      entry('AC-009', 'It is warm'),
      entry('AC-010', 'It is dry'),
    )
    const { result, facts } = await played(edit)
    expect(result).toEqual({
      criteria: ['AC-002 It closes at night', 'AC-009 It is warm', 'AC-010 It is dry'],
      told: [4],
    })
    expect(facts('file').at(-1)).toMatchObject({ path: PRD_FILE, by: 'person' })
  })

  it('are as they were when nobody has changed them, or what was changed is to be left', async () => {
    const same = { criteria: ['AC-002 It closes', 'AC-003 It locks'], told: [3] }
    expect((await played(null)).result).toEqual(same)
    await repository.remove()
    const left = await played('prd_id: [', 'without')
    expect([...left.questions.keys()]).toEqual(['approve/prd/broken-1'])
    expect(left.result).toEqual(same)
  })
})
