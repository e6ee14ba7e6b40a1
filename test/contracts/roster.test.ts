import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXECUTORS, ROLES } from '../../src/plan/role.ts'
import { roster } from './roster.ts'

const source = join(import.meta.dirname, '../../src')

/** The names of the contracts, and of what makes contracts, that a file exports. */
function contractsIn(text: string): readonly string[] {
  const declared =
    /export (?:const (\w+)|function (\w+)(?:(?!\n\}\n|\nexport )[\s\S])*?\)): (?:Executor)?Contract\b/g
  return [...text.matchAll(declared)].map(([, constant, maker]) => constant ?? maker ?? '')
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)
const texts = files.map((name) => readFileSync(join(source, name), 'utf8'))

describe('the roster', () => {
  it('P7: has every contract of the source', () => {
    const declared = texts.flatMap(contractsIn)
    expect(declared.length).toBeGreaterThan(15)
    expect([...new Set(roster.map(({ from }) => from))].toSorted()).toEqual(declared.toSorted())
  })

  it('sees contracts however they are declared, and nothing else', () => {
    const text = [
      'export const one: Contract<A, B> = {}',
      'export function two({\n  a,\n}: A): Contract<A, B> {\n}\n',
      'export function three(a: A): ExecutorContract {\n}\n',
      'export function four(contract: Contract<A, B>): void {\n}\n',
      'function five(): Contract<A, B> {\n}\n',
    ].join('\n')
    expect(contractsIn(text)).toEqual(['one', 'two', 'three'])
  })

  it('P7: has a contract for every role', () => {
    const asked = new Set(roster.map(({ contract }) => contract.role))
    expect(ROLES.filter((role) => !asked.has(role))).toEqual([])
  })

  it('has everybody at a task who can be given one, and lets only those write who do', () => {
    const writing = roster.filter(({ contract }) => contract.access === 'write')
    const roles = new Set(writing.map(({ contract }) => contract.role))
    expect([...roles].toSorted()).toEqual([...EXECUTORS, 'developer', 'initializer', 'translator'].toSorted())
  })

  it('calls each by a name of its own', () => {
    const names = roster.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})
