import { describe, expect, it } from 'vitest'
import { makePlan } from '../../test/fixtures/make-plan.ts'
import { graveThings } from './grave-things.ts'
import type { Task } from './plan.ts'

function kinds(parts: Partial<Task>): readonly string[] {
  return graveThings(makePlan([{ id: 'A', ...parts }])).map(({ kind }) => kind)
}

describe('graveThings', () => {
  it.each<[string, Partial<Task>]>([
    ['destructive', { description: 'then DROP  TABLE users' }],
    ['destructive', { verification: ['rm -rf build'] }],
    ['destructive', { title: 'Force-push the branch' }],
    ['destructive', { title: 'Migrate the database' }],
    ['destructive', { writeSet: ['db/migrations/002.sql'] }],
    ['deployment', { role: 'platform-engineer', title: 'Deploy it' }],
    ['deployment', { writeSet: ['infra/main.tf'] }],
    ['deployment', { writeSet: ['k8s/app.yaml'] }],
    ['dependency', { writeSet: ['packages/a/package.json'] }],
    ['dependency', { writeSet: ['Cargo.lock'] }],
    ['dependency', { writeSet: ['requirements-dev.txt'] }],
    ['public-api', { writeSet: ['api/openapi.yaml'] }],
    ['public-api', { writeSet: ['src/index.ts'] }],
    ['public-api', { writeSet: ['packages/core/src/index.js'] }],
    ['architecture', { grave: ['architecture'] }],
  ])('%s: %o', (kind, parts) => {
    expect(kinds(parts)).toEqual([kind])
  })

  it.each<[string, Partial<Task>]>([
    ['words that only sound like it', { description: 'a dropdown table, and the production of reports' }],
    ['a deploy button of an implementer', { title: 'Add a deploy button' }],
    ['an index deep inside', { writeSet: ['src/pages/home/index.ts'] }],
    ['a file that is only called alike', { writeSet: ['src/package.json.ts', 'src/migration.ts'] }],
  ])('has nothing to say of %s', (_name, parts) => {
    expect(kinds(parts)).toEqual([])
  })

  it('names the tasks and why, and leaves out what is done', () => {
    const plan = makePlan([
      { id: 'A', writeSet: ['go.mod'] },
      { id: 'B', grave: ['dependency'] },
    ])
    expect(graveThings(plan)).toEqual([
      {
        kind: 'dependency',
        tasks: [
          { id: 'A', why: 'it writes go.mod' },
          { id: 'B', why: 'the plan says so' },
        ],
      },
    ])
    expect(graveThings(plan, ['A', 'B'])).toEqual([])
  })
})
