import { expect, it } from 'vitest'
import { playWithCuts } from '../../test/harness/play-stage.ts'
import type { Run } from '../kernel/playbook.ts'
import { fact } from './facts.ts'
import { heardRun } from './heard-run.ts'

const said = (text: string) => fact({ kind: 'notice', value: { text } })

async function story(run: Run): Promise<readonly string[]> {
  const heard: string[] = []
  const hands = heardRun(run, async ({ name, kind }) => {
    heard.push(`${name}: ${kind}`)
    await run.record(`after/${name}`, said(`heard ${name}`))
  })
  await hands.record('first', said('1'))
  await hands.scope('deep').scope('er').record('second', said('2'))
  await hands.shielded().record('third', said('3'))
  return heard
}

it('somebody hears every fact by its full name, once it is durable, and is heard by nobody', async () => {
  const { whole, resumed } = await playWithCuts({ stage: story }, async () => ({ ports: {} }))
  expect(whole.result).toEqual(['first: notice', 'deep/er/second: notice', 'third: notice'])
  const told = ['1', 'heard first', '2', 'heard deep/er/second', '3', 'heard third']
  expect(whole.facts('notice')).toEqual(told.map((text) => ({ text })))
  for (const { facts, result } of resumed) {
    expect(facts('notice')).toEqual(whole.facts('notice'))
    expect(result).toEqual(whole.result)
  }
})
