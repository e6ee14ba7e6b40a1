import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GuidePlace } from './guide-place.ts'
import type { CommandStep, GuideStep } from './read-steps.ts'

/** A command of the guide that was typed. */
interface Typed {
  readonly step: CommandStep
  readonly ended: Promise<number | null>
  output(): string
  isOver(): boolean
  kill(): void
}

const LOOK_MS = 100
const PATIENCE_MS = 120_000

/**
 * Does what a guide says, as its reader would: types each command, looks at what it prints, and answers when there
 * is something to answer. Gives what did not come out as the guide has it; the first such thing ends it.
 */
export async function playSteps(steps: readonly GuideStep[], place: GuidePlace): Promise<readonly string[]> {
  const open: Typed[] = []
  const answered = new Set<string>()
  try {
    for (const step of steps) {
      if (step.kind === 'file') {
        await place.write(step.path, step.text)
        continue
      }
      const answers = /^tutti (?:answer|approve|reject)\b/.test(step.command)
      if (answers || step.whenAsked) {
        const asked = await untilAsked(place, answered)
        if (answers) for (const question of asked) answered.add(question)
      }
      const typed = type(step, place)
      if (step.stays) open.push(typed)
      const wrong = step.stays ? await judgeOpen(typed) : await judgeEnded(typed)
      if (wrong !== null) return [wrong]
    }
    const late = await Promise.all(open.map(judgeEnded))
    return late.filter((wrong) => wrong !== null)
  } finally {
    for (const typed of open) typed.kill()
  }
}

function type(step: CommandStep, { root, environment }: GuidePlace): Typed {
  const child = spawn('/bin/sh', ['-c', step.command], {
    cwd: root,
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  let over = false
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => (text += more))
  const ended = new Promise<number | null>((finish, fail) => {
    child.on('error', fail)
    child.on('close', (status) => {
      over = true
      finish(status)
    })
  })
  return { step, ended, output: () => text, isOver: () => over, kill: () => void child.kill('SIGTERM') }
}

async function judgeEnded(typed: Typed): Promise<string | null> {
  const { step } = typed
  const status = await Promise.race([typed.ended, sleep(PATIENCE_MS, 'no end' as const, { ref: false })])
  if (status === 'no end') typed.kill()
  if (status !== step.status) return complain(typed, `ended with ${status}, not with ${step.status}`)
  const missing = missingLines(typed)
  return missing.length === 0 ? null : complain(typed, `did not print: ${missing.join(' ⏎ ')}`)
}

/** One that stays open has come to rest when it has printed what the guide shows. */
async function judgeOpen(typed: Typed): Promise<string | null> {
  const until = Date.now() + PATIENCE_MS
  while (missingLines(typed).length > 0) {
    if (typed.isOver() || Date.now() > until) {
      return complain(typed, `did not print: ${missingLines(typed).join(' ⏎ ')}`)
    }
    await sleep(LOOK_MS)
  }
  return null
}

/** A person answers what is asked now, not what was answered a moment ago. */
async function untilAsked(place: GuidePlace, answered: ReadonlySet<string>): Promise<readonly string[]> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const looked = type(lookAtStatus, place)
    await looked.ended
    const fresh = questionsIn(looked.output()).filter((question) => !answered.has(question))
    if (fresh.length > 0 || Date.now() > until) return fresh
    await sleep(LOOK_MS)
  }
}

const lookAtStatus: CommandStep = {
  kind: 'command',
  line: 0,
  command: 'tutti status --json',
  status: 0,
  stays: false,
  whenAsked: false,
  shows: [],
}

function questionsIn(status: string): readonly string[] {
  const { run, questions } = JSON.parse(status) as {
    readonly run: string
    readonly questions: readonly { readonly id: string }[]
  }
  return questions.map(({ id }) => `${run} ${id}`)
}

/** What differs between two times and places: commits, times, sizes, the names that runs are given; and spaces. */
function normalise(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{10}\b/g, 'COMMIT')
    .replaceAll(/\b\d+(?:\.\d+)?(?:ms|s|m|h)\b/g, 'TIME')
    .replaceAll(/-[0-9a-f]{4}\b/g, '-NAME')
    .replaceAll(/\S*\/greeter\b/g, 'GREETER')
    .replaceAll(/[^\S\n]+/g, ' ')
}

function missingLines(typed: Typed): readonly string[] {
  const printed = normalise(typed.output())
    .split('\n')
    .map((line) => line.trim())
  return typed.step.shows.filter((line) => !printed.includes(normalise(line).trim()))
}

function complain(typed: Typed, what: string): string {
  const { step } = typed
  return `line ${step.line}: \`${step.command}\` ${what}. It printed:\n${typed.output().slice(-4000)}`
}
