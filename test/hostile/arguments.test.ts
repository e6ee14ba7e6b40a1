import { expect, test } from 'vitest'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import type { HostileCase } from './hostile-case.ts'
import { describeHostile } from './hostile-case.ts'
import { makeWaitingRun } from './waiting-run.ts'

const { usage, ok, waiting, failed } = exitStatus

function refused(name: string, args: readonly string[], says: string): HostileCase {
  return { name, args, status: usage, says }
}

/** The run called `one` rejected, and so ended. */
async function ended(bench: CliBench): Promise<void> {
  await bench.cli(['reject', 'one'])
  expect((await bench.cli(['resume', 'one'])).status).toBe(failed)
}

async function answered(bench: CliBench): Promise<void> {
  expect((await bench.cli(['approve', 'one'])).status).toBe(ok)
}

async function another(bench: CliBench): Promise<void> {
  expect((await bench.cli(['run', 'Do it', '--name', 'one-more', '--no-wait'])).status).toBe(waiting)
}

const cases: readonly HostileCase[] = [
  refused('an unknown command', ['rnu', 'Do it'], "unknown command 'rnu'. Did you mean run?"),
  refused('no objective', ['run'], 'Say what is to be done, as in tutti run "Add a --version flag"'),
  refused('an empty objective', ['run', '   '], 'The objective is empty: say what is to be done.'),
  refused(
    'an objective without quotes',
    ['run', 'Do', 'it', 'now'],
    'Put words that belong together in quotes.',
  ),
  refused(
    'an unknown run',
    ['status', 'nothing'],
    'There is no run "nothing" here. See them all: tutti list.',
  ),
  refused(
    'an unknown run to clean',
    ['clean', 'nothing'],
    'There is no run "nothing" here. See: tutti list.',
  ),
  {
    ...refused(
      'a name that could be two',
      ['status', 'on'],
      '"on" could be one or one-more. Write more of the name.',
    ),
    arrange: another,
  },
  refused(
    'an unknown question',
    ['answer', 'one', 'yes', '--question', 'nothing'],
    'one has no question "nothing". Open: approve/r1/plan.',
  ),
  {
    ...refused('an answer when nothing is asked', ['answer', 'one', 'yes'], 'one waits for no answer'),
    arrange: answered,
  },
  {
    ...refused(
      'a second answer',
      ['answer', 'one', 'reject', '--question', 'approve/r1/plan'],
      'was answered already, by',
    ),
    arrange: answered,
  },
  {
    ...refused('approve when nothing waits', ['approve', 'one'], 'one waits for no answer'),
    arrange: answered,
  },
  {
    ...refused('an answer to a run that has ended', ['answer', 'one', 'yes'], 'one has ended'),
    arrange: ended,
  },
  refused(
    'an answer that is empty',
    ['answer', 'one', ''],
    'An answer is needed: choose by number (1 to 2) or name (approve, reject), or say in words what to change',
  ),
  {
    name: 'an answer to a run that was cancelled',
    args: ['approve', 'one'],
    status: usage,
    says: 'one has ended (cancelled) and takes no answers',
    arrange: async (bench) => {
      expect((await bench.cli(['cancel', 'one'])).status).toBe(ok)
    },
  },
  {
    name: 'an option that is not offered',
    args: ['answer', 'one', 'perhaps'],
    status: usage,
    says: '"perhaps" is no answer to this. You can choose by number (1 to 2) or name (go-on, stop).',
    arrange: async (bench) => {
      await bench.cli(['clean', 'one', '--force'])
      await bench.cli(['run', 'Do it', '--name', 'one', '--no-wait', '--verify', 'false'])
    },
  },
  {
    name: 'approve of what is no approval',
    args: ['approve', 'one'],
    status: usage,
    says: 'does not wait for an approval but asks',
    arrange: async (bench) => {
      await bench.cli(['clean', 'one', '--force'])
      await bench.cli(['run', 'Do it', '--name', 'one', '--no-wait', '--verify', 'false'])
    },
  },
  {
    ...refused(
      'cancel of a run that has ended',
      ['cancel', 'one'],
      'one has ended (failed); there is nothing to cancel.',
    ),
    arrange: ended,
  },
  refused(
    'clean of a run that could be resumed',
    ['clean', 'one'],
    'one could still be resumed (paused); add --force',
  ),
  refused(
    'a name with bad characters',
    ['run', 'Do it', '--name', 'Über Größe'],
    'cannot name a run: use up to 48 small letters',
  ),
  refused('a name that climbs out', ['run', 'Do it', '--name', '../../evil'], 'cannot name a run'),
  refused('a run that climbs out', ['status', '../../one'], 'There is no run'),
  refused('a clean that climbs out', ['clean', '../..', '--force'], 'There is no run'),
  refused(
    'a name that is taken',
    ['run', 'Do it', '--name', 'one'],
    'There is a run "one" already. Go on with it: tutti resume one',
  ),
  refused('demo into a folder that exists', ['demo', '--folder', '.'], 'name one that does not exist yet'),
  refused('init over a tutti.yaml', ['init'], 'is there already; edit it, or replace it with --force'),
  refused('a flag of another command', ['status', '--yes'], "unknown option '--yes'"),
]

describeHostile('arguments', makeWaitingRun, cases)

test('resume of a run that has ended shows how it ended, and ends alike', async () => {
  const bench = await makeWaitingRun()
  await ended(bench)
  const { status, stderr } = await bench.cli(['resume', 'one'])
  expect(status).toBe(failed)
  expect(stderr).toContain('one has ended; there is nothing to resume.')
  await bench.remove()
})
