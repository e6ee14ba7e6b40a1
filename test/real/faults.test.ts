import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { viewRun } from '../../src/protocol/view-run.ts'
import { findLeftBehind } from '../harness/left-behind.ts'
import { findAgentProcess } from './agent-processes.ts'
import { handIn } from './cast-says.ts'
import { FAULT_ROWS, troublesIn } from './fault-rows.ts'
import { writeRow } from './proof-rows.ts'
import type { RealBench, Says } from './real-bench.ts'
import { agentFolder, versionOf } from './installed-agents.ts'
import { makeRealBench, testedAgents } from './real-bench.ts'

const RUN = 'fault'
const OBJECTIVE = 'Fix the typo in README.md: "projcet" should be "project"'
const FLAGS = ['--yes', '--no-wait']
const WAITING = 4
const PATIENCE_MS = 240_000

/** Does the one task that there is, whichever way it is asked for. */
const work: Says = (said) => [
  { do: 'run', command: "printf '# A project\\n' > README.md" },
  ...handIn({ status: 'completed', summary: 'It is mended.' }, said),
]

let real: RealBench | null = null
afterEach(async () => {
  await real?.remove()
  real = null
})

describe.each(testedAgents())('%s', (agent) => {
  it.each(FAULT_ROWS)(
    'P7: $name: the right class, nothing left running, the run goes on',
    async (row) => {
      const begun = performance.now()
      let isBroken = true
      const says: Says = (said) => {
        if (row.beside === undefined) return isBroken ? row.instead : work(said)
        const isFirst = said.includes('## Your task')
        return [...(isFirst ? row.beside(real?.bench.root ?? '') : []), ...work(said)]
      }
      real = await makeRealBench({
        agents: [agent],
        says,
        files: { 'README.md': '# A projcet\n' },
        settings: row.settings ?? {},
      })
      const { bench } = real
      const started = real.start(['run', OBJECTIVE, '--name', RUN, ...FLAGS])
      let isOver = false
      void started.ended.then(() => (isOver = true))
      if (row.killed !== undefined) {
        await until(() => isOver || (real?.model.requests().length ?? 0) > 0)
        if (row.killed === 'agent') process.kill(agentPid(real, agent), 'SIGKILL')
        else started.signal('SIGKILL')
        isBroken = false
      } else if (row.asks !== true && row.beside === undefined) {
        const isNoticed = row.isNoticed ?? (() => true)
        await until(
          async () =>
            isOver ||
            isNoticed(await bench.events(RUN).catch(() => []), real?.model.requests().length ?? 0, agent),
        )
        isBroken = false
      }
      const first = await started.ended
      let ended = first
      isBroken = false
      const asked = ended.status === WAITING
      if (asked) await answerAll(real)
      if (asked || row.killed === 'tutti') ended = await real.cli(['resume', RUN, ...FLAGS])
      const events = await bench.events(RUN)
      const wrong = [
        ...row.judge(events, agent),
        ...(asked === (row.asks ?? false) ? [] : [asked ? 'a person was asked' : 'nobody was asked']),
        ...(ended.status === 0 ? [] : [`it ended with ${ended.status}: ${ended.stderr.slice(-2000)}`]),
        ...(await findLeftBehind(bench)),
        ...(await bench.git('status', '--porcelain')).split('\n').filter((line) => line !== ''),
      ]
      expect(wrong, `${first.stderr.slice(-3000)}\n${ended.stderr.slice(-1000)}`).toEqual([])
      expect(await bench.git('show', `tutti/${RUN}:README.md`)).toBe('# A project')
      writeRow({
        agent,
        version: versionOf(agent),
        what: row.name,
        seconds: (performance.now() - begun) / 1000,
        peakMb: null,
        turns: viewRun(events).spend.turns,
        proven: [
          ...new Set(troublesIn(events)),
          asked ? 'asked' : 'went on',
          'delivered',
          'nothing left',
        ].join(', '),
      })
    },
    PATIENCE_MS,
  )
})

function agentPid({ home }: RealBench, agent: string): number {
  const pid = findAgentProcess(home, agentFolder(agent))
  if (pid === null) throw new Error(`There is no process of ${agent}.`)
  return pid
}

async function answerAll(from: RealBench): Promise<void> {
  const { questions } = viewRun(await from.bench.events(RUN))
  for (const { id } of questions.filter(({ answer }) => answer === null)) {
    await from.cli(['answer', RUN, '1', '--question', id])
  }
}

/** Looks again and again; the test's own time limit ends it. */
async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await look())) await sleep(20)
}
