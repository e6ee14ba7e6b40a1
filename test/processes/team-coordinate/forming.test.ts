import { beforeAll, describe, expect, test } from 'vitest'
import type { ProcessPlay } from '../../harness/play-process.ts'
import { scene } from '../../harness/script.ts'
import { report, turnOf } from './team-cast.ts'
import { playTeam, sessionFile, tasksIn, workedOn } from './play-team.ts'

describe('a request that leaves everything open', () => {
  test('D15, D34: is asked about before anybody is put to work', async () => {
    const played = await playTeam({ objective: 'Make it better' })
    expect(played.outcome).toMatchObject({ status: 'waiting' })
    expect([...played.questions.keys()]).toEqual(['clarify/scope'])
    expect(played.turns).toEqual([])
  })

  test('D15: goes on with what was answered, which every worker is told', async () => {
    const played = await playTeam({
      objective: 'Make it better',
      answer: (name) => {
        if (name === 'clarify/scope') return { text: 'src/slug.ts' }
        if (name === 'clarify/deliverables') return { option: 'code' }
        return name === 'clarify/constraints' ? { text: 'no new packages' } : null
      },
    })
    expect(played.outcome).toMatchObject({ status: 'completed' })
    for (const prompt of played.prompts.values()) expect(prompt).toContain('no new packages')
  })
})

describe('a request about code that nobody names', () => {
  let played: ProcessPlay
  beforeAll(async () => {
    played = await playTeam({
      objective: 'Refactor the existing cache and test the cache',
      scenes: [
        scene(
          { step: turnOf('RESEARCH-001') },
          report('RESEARCH-001', {
            findings: 'The cache is a map in one module.',
            key_findings: ['It never shrinks.'],
          }),
        ),
      ],
    })
  })

  test('D17, D19: has a researcher look first, alone', () => {
    expect(workedOn(played)[0]).toBe('RESEARCH-001')
    const done = played.events.findIndex(
      (event) => event.type === 'fact-recorded' && event.name.endsWith('RESEARCH-001@r1/attempt-1/task-done'),
    )
    const next = played.events.findIndex(
      (event) => event.type === 'step-started' && event.step.startsWith('execute/IMPL-001@'),
    )
    expect(done).toBeGreaterThan(-1)
    expect(next).toBeGreaterThan(done)
  })

  test('D17, D19: merges what was found into the analysis and into the roles that are made then', () => {
    expect(JSON.parse(sessionFile(played, 'task-analysis.json'))).toMatchObject({
      research: { by: 'researcher', summary: 'The cache is a map in one module. It never shrinks.' },
    })
    expect(sessionFile(played, 'role-specs/developer.md')).toContain('The cache is a map in one module.')
  })

  test('D19, D26: goes on with the rest, and does not look again', () => {
    expect(workedOn(played)).toEqual(['RESEARCH-001', 'IMPL-001', 'TEST-001'])
    expect(tasksIn(played).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
  })
})
