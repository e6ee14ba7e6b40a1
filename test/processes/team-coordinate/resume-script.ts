import type { ProcessScript } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import { teamScript } from './play-team.ts'
import { report, turnOf } from './team-cast.ts'

/** A job with a verdict that blocks, something that nobody can do, and a wish in the end. */
export const script: ProcessScript = teamScript({
  objective:
    'Design the slug rules in docs/slugs.md, then implement the slug parser in src/slug.ts. Draft the guide in docs/guide.md.',
  scenes: [
    scene(
      { step: turnOf('DESIGN-001', { revision: '1' }) },
      report('DESIGN-001', { consensus: { level: 'HIGH', about: 'The rules contradict the links.' } }),
    ),
    scene(
      { step: turnOf('IMPL-001', { revision: '2' }) },
      reply({
        status: 'failed',
        findings: 'It is more than a developer can do.',
        capabilityGap: { missing: 'tests of the rules', suggested: 'tester' },
      }),
    ),
  ],
  answer: (name) => {
    if (!name.endsWith('/completion')) return null
    return name.includes('after-r3/')
      ? { option: null, text: 'revise DRAFT-001 Shorter.' }
      : { option: 'archive' }
  },
})
