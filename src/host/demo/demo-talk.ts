import type { Json } from '../../kernel/json.ts'

const option = (label: string, pros: string, cons: string, recommended = false): Json => ({
  label,
  pros: [pros],
  cons: [cons],
  recommended,
})

/** What the demo's interpreter finds open before anything is planned. */
export const demoQuestions: Json = {
  questions: [
    {
      kind: 'interface',
      question: 'What should the command line do with a name that it does not know?',
      impact: 'Scripts that call it can tell a wrong name from a result, or cannot.',
      lookedAt: [{ path: 'package.json', found: 'no command line so far, so no custom to keep' }],
      answeredByCode: false,
      scope: 'architectural',
      options: [
        option(
          'Say what it knows on standard error, and end with status 2',
          'scripts notice the mistake',
          'a person sees no result',
          true,
        ),
        option(
          'Print its help and end with status 0',
          'friendly to people',
          'scripts take the help for text',
        ),
      ],
    },
    {
      kind: 'data',
      question: 'Which characters may a slug have?',
      impact: 'Slugs end up in addresses, and changing them later breaks links.',
      lookedAt: [{ path: 'src/words.js', found: 'words may have any letters of Unicode' }],
      answeredByCode: false,
      scope: 'task',
      options: [
        option('a to z, digits and hyphens', 'works in every address', 'accents get lost', true),
        option('All letters of Unicode', 'nothing gets lost', 'addresses are escaped and hard to read'),
      ],
    },
    {
      kind: 'logic',
      question: 'Where should an excerpt be cut?',
      impact: 'How long an excerpt can become, and how it ends.',
      lookedAt: [{ path: 'test/words.test.js', found: 'nothing cuts a text so far' }],
      answeredByCode: false,
      scope: 'task',
      options: [
        option(
          'At the last space before the limit',
          'no word is torn apart',
          'it may be a little short',
          true,
        ),
        option('Exactly at the limit', 'always as long as asked for', 'words are torn apart'),
      ],
    },
  ],
  fewBecause: '',
}

/** What the demo's interpreter puts into the PRD. */
export const demoRequirements: Json = {
  user_stories: [
    {
      as_a: 'author of a small site',
      i_want: 'to make slugs, titles, excerpts and reading times from a text',
      so_that: 'I need no larger library',
    },
  ],
  in_scope: ['slug, title, excerpt, readingTime', 'a command line for each function', 'README.md'],
  out_of_scope: ['languages other than English in titles'],
  acceptance_criteria: [
    {
      criterion: 'slug() gives only a to z, digits and hyphens',
      verification: 'test/slug.test.js',
    },
    {
      criterion:
        'title(), excerpt() and readingTime() are there, and excerpt() cuts at the last space before the limit',
      verification: 'test/title.test.js, test/excerpt.test.js, test/reading-time.test.js',
    },
    {
      criterion:
        'The command line calls every function by its name, and ends with status 2 when it does not know one',
      verification: 'test/command-line.test.js',
    },
    { criterion: 'README.md describes every function', verification: 'look at README.md' },
  ],
  features: [
    { name: 'Text functions', overview: 'Slugs, titles, excerpts and reading times', status: 'planned' },
    { name: 'Command line', overview: 'Every function by its name', status: 'planned' },
  ],
  change: 'The library gains four functions and a command line.',
}
