import type { Attempt } from './attempt.ts'
import { attackTools } from './attack-tools.ts'

/** Where things are it finds in a file beside it. */
const PLACE_FILE = 'place.json'

/** The names of attempts that gave a secret, by the program's own word, between these. */
const [BEGIN, END] = ['<<<told:', '>>>']

/** A program that makes every attempt, one after the other, each within a few seconds, and tells what came of it. */
export function attackProgram(attempts: readonly Attempt[]): string {
  const acts = attempts.map(
    ({ name, act, given = '' }) => `[${JSON.stringify(name)}, ${act.toString()}, ${JSON.stringify(given)}]`,
  )
  return `
import * as childProcess from 'node:child_process'
import * as dgram from 'node:dgram'
import fs from 'node:fs'
import * as net from 'node:net'
import * as path from 'node:path'
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})
const place = JSON.parse(fs.readFileSync(new URL('${PLACE_FILE}', import.meta.url), 'utf8'))
const tools = (${attackTools.toString()})(place, { fs, path, net, dgram, childProcess })
const told = []
const troubles = {}
for (const [name, act, given] of [${acts.join(',\n')}]) {
  try {
    const late = new Promise((resolve) => setTimeout(resolve, 4000, false))
    const answer = await Promise.race([act(tools, given), late])
    if (answer === true || (typeof answer === 'string' && answer.includes('SECRET'))) told.push(name)
  } catch (error) {
    troubles[name] = String(error).slice(0, 200)
  }
}
fs.writeSync(1, '${BEGIN}' + JSON.stringify({ told, troubles }) + '${END}\\n')
process.exit(0)
`
}

export interface Told {
  readonly told: readonly string[]
  readonly troubles: Readonly<Record<string, string>>
}

/** What the program told; it fails when the program did not come to its end. */
export function readTold(printed: string): Told {
  const text = printed.split(BEGIN)[1]?.split(END)[0]
  if (text === undefined) throw new Error(`The attacks did not come to their end: ${printed.slice(-2000)}`)
  return JSON.parse(text) as Told
}
