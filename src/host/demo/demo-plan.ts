import type { Json } from '../../kernel/json.ts'

interface DemoTask {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly writes: readonly string[]
  readonly covers: readonly string[]
  readonly after?: readonly string[]
}

const functions: readonly DemoTask[] = [
  {
    id: 'T1',
    title: 'feat: slug()',
    description: 'Turn a text into a slug for addresses.',
    writes: ['src/slug.js', 'test/slug.test.js'],
    covers: ['AC-001'],
  },
  {
    id: 'T2',
    title: 'feat: title()',
    description: 'Turn a text into title case.',
    writes: ['src/title.js', 'test/title.test.js'],
    covers: ['AC-002'],
  },
  {
    id: 'T3',
    title: 'feat: excerpt()',
    description: 'Cut a text at the last space before the limit.',
    writes: ['src/excerpt.js', 'test/excerpt.test.js'],
    covers: ['AC-002'],
  },
  {
    id: 'T4',
    title: 'feat: readingTime()',
    description: 'Say how many minutes a text takes to read.',
    writes: ['src/reading-time.js', 'test/reading-time.test.js'],
    covers: ['AC-002'],
  },
]

/** What the demo's planner gives; its first plan has an order that cannot work. */
export function demoPlan({ isFirst }: { readonly isFirst: boolean }): Json {
  const exported = isFirst ? ['T1', 'T2', 'T3'] : ['T1', 'T2', 'T3', 'T4']
  const tasks: readonly DemoTask[] = [
    ...functions,
    {
      id: 'T5',
      title: 'feat: export the new functions',
      description: 'Export slug, title, excerpt and readingTime from src/index.js.',
      writes: ['src/index.js', 'test/index.test.js'],
      covers: ['AC-002'],
      after: exported,
    },
    {
      id: 'T6',
      title: 'feat: a command line',
      description: 'Call every function by its name; end with status 2 when there is none of that name.',
      writes: ['bin/text-tools.js', 'test/command-line.test.js'],
      covers: ['AC-003'],
      after: ['T5'],
    },
    {
      id: 'T7',
      title: 'docs: describe every function',
      description: 'List the functions in README.md.',
      writes: ['README.md'],
      covers: ['AC-004'],
      after: ['T5'],
    },
  ]
  return {
    objective: 'Slugs, titles, excerpts, reading times and a command line for text-tools',
    confidence: isFirst ? 0.8 : 0.9,
    tasks: tasks.map(taskOf),
  }
}

function taskOf({ id, title, description, writes, covers, after = [] }: DemoTask): Json {
  return {
    id,
    title,
    description,
    role: 'implementer',
    dependencies: [...after],
    writeSet: [...writes],
    covers: [...covers],
    acceptance: [{ id: null, criterion: description, verification: writes.at(-1) ?? '' }],
    estimates: { effort: 'small', files: writes.length },
  }
}
