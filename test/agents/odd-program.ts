import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HeadlessWay } from '../../src/profiles/headless-way.ts'
import type { ProgramProfile } from '../../src/profiles/program-profile.ts'

/** A headless program that is as odd as its JavaScript, which may use `print`, `prompt`, `argv` and `env`. */
export async function writeOddProgram(
  folder: string,
  behaviour: string,
  more: Partial<HeadlessWay> = {},
): Promise<ProgramProfile> {
  const file = join(folder, 'odd-program.mjs')
  await writeFile(
    file,
    PROGRAM.replace('BEHAVIOUR', () => behaviour),
  )
  const command = [process.execPath, file, '{options}', '--session={session}'] as const
  return {
    name: 'odd',
    title: 'Odd',
    tried: [],
    version: ['odd'],
    acp: null,
    headless: {
      command,
      resume: [...command, '--resume'],
      session: 'chosen',
      lost: null,
      model: ['--model={model}'],
      access: { read: { arguments: ['--read'] }, write: {} },
      readOnly: 'program',
      prompt: 'input',
      tools: null,
      output: {
        session: [{ where: { type: 'begin' }, values: ['session'] }],
        model: [{ where: { type: 'begin' }, values: ['model'] }],
        says: [{ where: { type: 'said' }, values: ['text'] }],
        saysIn: 'messages',
        thinks: [],
        tools: [],
        refusals: [],
        failures: [{ where: { type: 'failed' }, values: ['message'] }],
        complaints: [{ where: { type: 'complaint' }, values: ['message'] }],
        ends: [{ where: { type: 'end' }, values: ['stop'] }],
      },
      tokens: { report: 'never', from: [] },
      usd: { report: 'never', from: [] },
      ...more,
    },
    login: { files: [], variables: [], how: '' },
    hosts: [],
    variables: [],
    quiet: {},
    homes: [],
    homeVariables: {},
    troubles: [],
    scripted: { wire: 'openai-chat', model: '', variables: {}, files: {} },
  }
}

const PROGRAM = `
import { readFileSync, writeSync } from 'node:fs'
const { argv, env } = process
let prompt = ''
for await (const chunk of process.stdin) prompt += chunk
const print = (line) => writeSync(1, JSON.stringify(line) + '\\n')
const say = (text) => print({ type: 'said', text })
const end = (stop = 'end_turn') => print({ type: 'end', stop })
BEHAVIOUR
`
