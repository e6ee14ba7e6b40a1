import { describe, expect, test } from 'vitest'
import { RunFailure } from '../kernel/failure.ts'
import type { KnownImporter } from './importers.ts'
import { whoseFiles } from './whose-files.ts'

/** Reads `<process>.txt` files: the first line is the objective, and one that says `over` is done with. */
function reader(process: KnownImporter['process'], name: string): KnownImporter {
  return {
    process,
    reads: `a folder with ${name}`,
    importer: {
      recognises: ({ files }) => files.some(({ path }) => path.split('/').at(-1) === name),
      objectiveOf: ({ path, files }) => {
        const found = files.filter((file) => file.path.split('/').at(-1) === name)
        const text = found.map((file) => file.text).join('+')
        if (text === 'over')
          throw new RunFailure({ code: 'bad-input', message: `${path}/${name}:1: It is over; start anew.` })
        return text
      },
    },
  }
}

const importers = [reader('gem-team', 'plan.txt'), reader('controlflow', 'phases.txt')]

function given(files: Readonly<Record<string, string>>, path = 'here') {
  return { path, files: Object.entries(files).map(([file, text]) => ({ path: file, text })) }
}

test('P9: files are gone on with by the process that wrote them, for the objective that they have', () => {
  const files = { 'a/plan.txt': 'make it', 'PRD.txt': 'why' }
  expect(whoseFiles(given(files), null, importers)).toEqual({
    kind: 'found',
    objective: 'make it',
    given: { process: 'gem-team', ...given(files) },
  })
})

test('P9: the one job that is not over is gone on with, and what belongs to no job stays', () => {
  const files = {
    'PRD.txt': 'why',
    'jobs/a/plan.txt': 'over',
    'jobs/b/plan.txt': 'make b',
    'jobs/b/log': 'x',
  }
  expect(whoseFiles(given(files), null, importers)).toMatchObject({
    objective: 'make b',
    given: { files: [{ path: 'PRD.txt' }, { path: 'jobs/b/plan.txt' }, { path: 'jobs/b/log' }] },
  })
})

test('P9: of several jobs that can be gone on with, somebody has to choose one', () => {
  const files = { 'a/plan.txt': 'a', 'b/plan.txt': 'b', 'c/plan.txt': 'over' }
  const found = whoseFiles(given(files, 'here/'), null, importers)
  expect(found).toEqual({ kind: 'several', paths: ['here/a', 'here/b'] })
})

test('P9: of two processes the one that is named is taken', () => {
  const both = given({ 'plan.txt': 'make it', 'phases.txt': 'phase it' })
  expect(whoseFiles(both, 'controlflow', importers)).toMatchObject({ objective: 'phase it' })
})

describe('P9: refused in one sentence that says what to do:', () => {
  test.each([
    ['nothing at all', {}, null, 'here holds no text; name the files to go on with.'],
    [
      'files of nobody',
      { 'a.txt': 'a' },
      null,
      'here holds nothing that a run can go on with; name one of these. gem-team: a folder with plan.txt; controlflow: a folder with phases.txt.',
    ],
    [
      'files of nobody, for a process',
      { 'a.txt': 'a' },
      'controlflow',
      'here holds nothing that a run can go on with; name one of these. controlflow: a folder with phases.txt.',
    ],
    [
      'files of two processes',
      { 'plan.txt': 'a', 'phases.txt': 'b' },
      null,
      'here holds files of gem-team and controlflow; name the folder of one of them, or say which with --playbook.',
    ],
    [
      'files of another process',
      { 'plan.txt': 'a' },
      'controlflow',
      'here was written by gem-team, and --playbook says controlflow; leave --playbook out, or give files that controlflow wrote.',
    ],
    [
      'jobs that are all over',
      { 'a/plan.txt': 'over', 'b/plan.txt': 'over' },
      null,
      'here/plan.txt:1: It is over; start anew.',
    ],
  ])('%s', (_what, files, wanted, message) => {
    expect(() => whoseFiles(given(files), wanted, importers)).toThrow(message)
  })
})
