import { codeMapperContract } from '../../src/contracts/code-mapper.ts'
import { discussionContract } from '../../src/contracts/discussion.ts'
import { initializerContract } from '../../src/contracts/initializer.ts'
import { interpreterContract } from '../../src/contracts/interpreter.ts'
import { areaResearcher, researcher } from '../../src/contracts/researcher.ts'
import { entry, type Reply, type RosterEntry } from './roster-entry.ts'

const objective = 'Titles become slugs'
const files = ['src/slug.ts', 'src/title.ts', 'README.md']
const clarifications = [{ question: 'Which letters?', answer: 'Only a to z.' }]

const mandates = ['You MUST use Playwright.']
const clear = {
  status: 'clear',
  objective,
  criteria: ['A title with spaces gets a slug with dashes'],
  workType: 'feature',
  mandates,
  likelyFiles: ['src/slug.ts'],
} as const
const options = [
  { label: 'Of posts', description: 'src/title.ts' },
  { label: 'Of pages', description: '' },
]
const cannotTell = { status: 'cannot_tell', question: { text: 'Which titles?', options } } as const
const unclear = { objective, unclear: [], mandates, languages: [], files: ['README.md'], answer: null }

const option = (label: string, recommended: boolean): Reply => ({
  label,
  pros: ['short'],
  cons: ['not told apart'],
  recommended,
})
const point = (question: string, parts: Reply = {}): Reply => ({
  kind: 'data',
  question,
  impact: 'Other slugs are made.',
  lookedAt: [{ path: 'src/slug.ts', found: 'Only a to z.' }],
  answeredByCode: false,
  scope: 'task',
  options: [option('Drop them', true), option('Keep them', false)],
  ...parts,
})
const discussed = (questions: readonly Reply[], fewBecause = ''): Reply => ({ questions, fewBecause })

const docs = ['docs/ARCHITECTURE.md', 'docs/notes.md']
const told: readonly Reply[] = docs.map((path) => ({ path, change: 'written', evidence: ['src/slug.ts'] }))
const refreshed: Reply = { status: 'completed', docs: told, summary: 'Both are true now.' }

const found: Reply = {
  summary: 'Slugs are made in one place.',
  findings: [{ path: 'src/slug.ts', note: 'makes them' }],
}
const answered: Reply = {
  ...found,
  sources: ['src/slug.ts'],
  confidence: 0.8,
  openQuestions: ['Who reads them?'],
}

/** Everybody who is asked before there is a plan, or after all is done. */
export const intakeEntries: readonly RosterEntry[] = [
  entry({
    name: 'interpreter',
    from: 'interpreterContract',
    contract: interpreterContract({ mandates, answer: null }),
    plain: unclear,
    full: { ...unclear, unclear: ['It says "maybe".'], languages: ['TypeScript'], files },
    fits: [clear, cannotTell],
    refused: [
      ['B21: a demand that got lost', { ...clear, mandates: [] }, 'You MUST use Playwright.'],
      [
        'B21: a demand in other words',
        { ...clear, mandates: ['Use Playwright'] },
        '`mandates` word for word',
      ],
      ['nothing that says when it is done', { ...clear, criteria: [] }, '`criteria`'],
      ['no type', { ...clear, workType: null }, '`workType`'],
      ['no objective', { ...clear, objective: ' ' }, '`objective`'],
      ['no question', { status: 'cannot_tell' }, '`question`'],
    ],
  }),
  entry({
    name: 'interpreter-answered',
    from: 'interpreterContract',
    contract: interpreterContract({ mandates: [], answer: { question: 'Which?', answer: 'This.' } }),
    plain: { ...unclear, mandates: [], answer: { question: 'Which?', answer: 'This.' } },
    full: { ...unclear, answer: { question: 'Which titles?', answer: 'Of posts.' } },
    fits: [{ ...clear, mandates: [] }],
    refused: [['a second question', cannotTell, 'answered already']],
  }),
  entry({
    name: 'interpreter-discussion',
    from: 'discussionContract',
    contract: discussionContract({ files, least: 2, most: 3 }),
    plain: { objective, criteria: [], kinds: [], likelyFiles: [], files, least: 2, most: 3 },
    full: {
      objective,
      criteria: ['Slugs are there'],
      kinds: ['data'],
      likelyFiles: ['src/slug.ts'],
      files,
      least: 2,
      most: 3,
    },
    fits: [discussed([point('Dots?'), point('Digits?')]), discussed([], 'Everything is settled.')],
    refused: [
      ['A15: too few, for no reason', discussed([point('Dots?')]), '`fewBecause`'],
      ['A15: too many', discussed(['a', 'b', 'c', 'd'].map((each) => point(each))), 'At most 3'],
      ['the same twice', discussed([point('Dots?'), point('dots?')]), 'asked twice: dots?'],
      [
        'C12: what the code answers',
        discussed([point('Dots?'), point('Digits?', { answeredByCode: true })]),
        'leave it out: Digits?',
      ],
      [
        'C12: a look at nothing',
        discussed([point('Dots?'), point('Digits?', { lookedAt: [{ path: 'z.ts', found: 'a' }] })]),
        'z.ts',
      ],
      [
        'no recommendation',
        discussed([point('Dots?'), point('Digits?', { options: [option('a', false), option('b', false)] })]),
        '`recommended`',
      ],
    ],
  }),
  entry({
    name: 'code-mapper',
    from: 'codeMapperContract',
    contract: codeMapperContract({ files }),
    plain: { objective, files: ['README.md'] },
    full: { objective, files },
    fits: [
      { files: [{ path: 'src/slug.ts', why: 'It makes slugs.' }], conventions: ['No classes.'] },
      { files: [] },
    ],
    refused: [['a file that is not there', { files: [{ path: 'z.ts', why: 'w' }] }, 'z.ts']],
  }),
  entry({
    name: 'researcher',
    from: 'researcher',
    contract: researcher,
    plain: { objective, focus: 'Proof', files: ['README.md'] },
    full: { objective, focus: 'Proof', files },
    fits: [found],
    refused: [],
  }),
  entry({
    name: 'researcher-area',
    from: 'areaResearcher',
    contract: areaResearcher(new Set(files)),
    plain: { objective, question: 'How is this proven?', clarifications: [], files: ['README.md'] },
    full: { objective, question: 'How is this proven?', clarifications, files },
    fits: [answered, { summary: 'Nothing.', findings: [], sources: [], confidence: 0.3 }],
    refused: [
      ['findings that rest on nothing', { ...answered, sources: [] }, '`sources`'],
      ['a source that is not there', { ...answered, sources: ['z.ts'] }, 'z.ts'],
    ],
  }),
  entry({
    name: 'initializer',
    from: 'initializerContract',
    contract: initializerContract({ docs }),
    plain: { objective, docs: ['docs/notes.md'], changed: [] },
    full: { objective, docs: [...docs, 'CODE_STYLE.md', 'FINDINGS.md'], changed: ['src/slug.ts'] },
    fits: [refreshed, { status: 'failed', summary: 'There is no code.' }],
    refused: [
      ['a document that is left out', { ...refreshed, docs: told.slice(1) }, 'docs/ARCHITECTURE.md'],
      [
        'one that it was not given',
        { ...refreshed, docs: [...told, { ...told[0], path: 'z.md' }] },
        'not given z.md',
      ],
      ['no evidence', { ...refreshed, docs: told.map((doc) => ({ ...doc, evidence: [] })) }, '`evidence`'],
      ['a failure without a reason', { status: 'failed' }, '`summary`'],
    ],
  }),
]
