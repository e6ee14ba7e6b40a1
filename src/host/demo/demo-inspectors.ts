import type { Json } from '../../kernel/json.ts'

const scores = { completeness: 5, soundness: 5, executability: 5, verifiability: 5, clarity: 5 }
const checklist = ['T1', 'T2', 'T3'].map((task) => ({ task, canStart: true, note: '' }))

/** What the demo's auditor says of a plan: the first one it sends back. */
export function demoAudit({ isFirst }: { readonly isFirst: boolean }): Json {
  if (!isFirst) {
    const verified = ['T5 waits for every file that it exports']
    return { verdict: 'approved', scores, checklist, confidence: 0.95, verified }
  }
  return {
    verdict: 'needs_revision',
    scores: { ...scores, executability: 4 },
    checklist,
    confidence: 0.95,
    findings: [
      {
        severity: 'blocking',
        category: 'order',
        text: 'T5 exports readingTime() but does not wait for T4, which makes it: src/index.js would import a file that is not there.',
        about: 'T5',
        where: 'T5, dependencies',
        fix: 'Let T5 depend on T4 too.',
      },
    ],
    verified: ['src/index.js is the only list of exports'],
  }
}

export const demoAssumptions: Json = {
  verdict: 'complete',
  lookedAt: ['package.json', 'src/index.js', 'src/words.js'],
  confidence: 0.9,
  verified: ['words() is exported and takes a text'],
}

export const demoCritique: Json = {
  verdict: 'pass',
  confidence: 0.9,
  praise: ['Each function has a file and a test of its own, so four tasks can run at once.'],
}

/** What the demo's reviewer says of work that keeps what was agreed. */
export const demoApproval: Json = {
  verdict: 'approved',
  confidence: 0.9,
  summary: 'It does what the task says, and nothing else.',
  issues: [],
  praise: ['It is small and tested.'],
}

/** What it says of the first command line, whose tests all pass. */
export const demoRefusal: Json = {
  verdict: 'needs_revision',
  confidence: 0.95,
  summary: 'An unknown name does not end with the status that was agreed on.',
  issues: [
    {
      severity: 'critical',
      confirmed: true,
      text: 'An unknown name ends with status 1; it was agreed that it is 2, and no test looks at it.',
      evidence: '`node bin/text-tools.js nonsense; echo $?` prints 1',
      file: 'bin/text-tools.js',
      line: 8,
      about: 'AC-003',
      owner: null,
    },
  ],
  praise: ['Every function is called by its name.'],
}
