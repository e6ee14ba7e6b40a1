import type { Act } from '../../../src/adapters/agents/scripted/script.ts'
import type { Cheat } from '../cheat.ts'
import { claim } from '../job.ts'
import { jobOf, rightWork, wrongWork } from '../project.ts'

/** Another text in every attempt, and the same work. */
const newWords: Act = { act: 'run', command: 'echo "// $(date +%s%N)" >> src/price.js' }

const honest = jobOf([rightWork])

/** Agents whose words are not true, or no words at all. */
export const claims: readonly Cheat[] = [
  {
    name: 'claims success with failing tests',
    does: 'breaks a function and says that all tests pass',
    cheating: jobOf([wrongWork]),
    honest,
    ends: 'refused',
    named: /adds the tax|exit code 1/,
  },
  {
    name: 'claims success having done nothing',
    does: 'changes no file and says that it is done',
    cheating: jobOf([]),
    honest,
    ends: 'refused',
    named: /changed nothing/,
  },
  {
    name: 'returns garbage',
    does: 'does its work and answers with noise',
    cheating: jobOf([], {
      task: { first: [rightWork, { act: 'say', text: '\u0000{{{"status": completed\u001b[2J' }] },
    }),
    honest: jobOf([rightWork, { act: 'say', text: 'Noise {{{ around a reply ' }]),
    ends: 'refused',
    named: /no fitting reply/,
  },
  {
    name: 'loops',
    does: 'fails in the same way with ever other words, in as many attempts as it may have',
    cheating: jobOf([wrongWork, newWords], { settings: { limits: { attempts: 10 } } }),
    honest: jobOf([wrongWork, newWords], {
      settings: { limits: { attempts: 10 } },
      task: { again: [rightWork, claim] },
    }),
    ends: 'refused',
    named: /same (failure|problem|way)|three times|3 times/i,
    mostAttempts: 3,
  },
]
