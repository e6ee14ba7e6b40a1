import { beforeAll, describe, expect, it } from 'vitest'
import type { Act } from '../../../src/adapters/agents/scripted/script.ts'
import type { RunEvent } from '../../../src/kernel/event.ts'
import type { Json } from '../../../src/kernel/json.ts'
import { controlflowPolicy } from '../../../src/policy/controlflow-policy.ts'
import { controlflowBook } from '../../../src/records/controlflow/book.ts'
import { nothingBefore } from '../../../src/records/controlflow/own-facts.ts'
import { storyOf } from '../../../src/records/story.ts'
import type { Memory } from '../../../src/stages/learn/memory.ts'
import { scene } from '../../harness/script.ts'
import { done, write } from '../../stories/cast.ts'
import type { FlowPlay } from './play-controlflow.ts'
import { LONG, playFlow } from './play-controlflow.ts'

function wisdom(text: string, evidence: readonly string[], kind = 'convention'): Act {
  const input: Json = { action: 'add', kind, text, evidence: [...evidence] }
  return { act: 'tool', name: 'wisdom', input }
}

const CENTS = 'Prices are kept in cents'

describe('what agents learn in a job', () => {
  let play: FlowPlay
  beforeAll(async () => {
    play = await playFlow({
      tier: 'small',
      tasks: [{ id: 'A' }, { id: 'B', after: ['A'] }],
      files: { 'NOTES.md': '# NOTES\n- Objective: What was done last month\n- Price: it is a float\n' },
      first: [
        scene({ step: 'execute/A@*/attempt-1/implement**' }, [
          wisdom(CENTS, ['A.txt']),
          wisdom('The shop is slow', [], 'issue'),
          write('A.txt', 'A\n'),
          ...done,
        ]),
        scene({ step: 'execute/B@*/attempt-1/implement**' }, [
          wisdom('prices are kept in cents.', ['B.txt']),
          wisdom('Lists are read line by line', ['B.txt'], 'learning'),
          write('B.txt', 'B\n'),
          ...done,
        ]),
      ],
    })
  }, LONG)

  const kept = (): readonly Memory[] => play.facts('cf-memory') as unknown as readonly Memory[]
  const at = (found: (event: RunEvent) => boolean): number => play.events.findIndex(found)
  const notesAfter = (index: number): string =>
    controlflowBook(controlflowPolicy, nothingBefore)
      .render(storyOf(play.events.slice(0, index + 1)))
      .find(({ path }) => path === 'NOTES.md')?.text ?? ''

  it('C16: is promoted once, and what was known already is called a duplicate', () => {
    expect(play.outcome.status).toBe('completed')
    expect(kept().map(({ subject, fact, decision }) => [subject, fact, decision])).toEqual([
      ['A', CENTS, 'promoted'],
      ['B', 'prices are kept in cents.', 'duplicate'],
      ['B', 'Lists are read line by line', 'promoted'],
    ])
  })

  it('C16 impossible: what nothing shows is sent back to the agent, and stands nowhere', () => {
    expect(JSON.stringify(kept())).not.toContain('The shop is slow')
    for (const text of Object.values(play.files)) expect(text).not.toContain('The shop is slow')
  })

  it('C16: candidates stand in a file with citation, reason, category and what became of them', async () => {
    const path = Object.keys(play.files).find((each) => each.endsWith('/memory-candidates.md')) ?? ''
    const lines = (play.files[path] ?? '').split('\n').filter((each) => each.startsWith('- '))
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(
      /^- \*\*A\*\* \(project, promoted\): Prices are kept in cents .*Citations: A\.txt\. Reason: /,
    )
    expect(lines[1]).toContain('(project, duplicate)')
    expect(lines[2]).toContain('(reference, promoted)')
    expect(path).toMatch(/^plans\/artifacts\/[^/]+\/memory-candidates\.md$/)
  })

  it('C16: judged at the end of its phase, before the todo is marked', () => {
    const fact = (kind: string, of: string): number =>
      at(
        (event) =>
          event.type === 'fact-recorded' && event.kind === kind && JSON.stringify(event.value).includes(of),
      )
    expect(fact('cf-memory', CENTS)).toBeLessThan(fact('cf-todo', '"A"'))
    expect(fact('cf-memory', 'Lists are')).toBeLessThan(fact('cf-todo', '"B"'))
  })

  it('C16: notes are renewed at every boundary, keep what was promoted once, and lose what is stale', () => {
    const marks = play.events.flatMap((event, index) =>
      event.type === 'fact-recorded' && event.kind === 'cf-todo' ? [index] : [],
    )
    const [first = -1, second = -1] = marks
    expect(notesAfter(first)).toContain('- Plan Progress: Phase 2 of 2')
    expect(notesAfter(first)).toContain(`- A: ${CENTS}`)
    expect(notesAfter(second)).toContain('- Plan Progress: all phases looked at')
    const last = play.files['NOTES.md'] ?? ''
    expect(last.match(/in cents/g)).toHaveLength(1)
    expect(last).toContain('- B: Lists are read line by line')
    expect(last).not.toMatch(/last month|float/)
    expect(last.trimEnd().split('\n').length).toBeLessThanOrEqual(20)
  })
})
