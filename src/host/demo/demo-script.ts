import type { Act, Scene, Script } from '../../adapters/agents/scripted/script.ts'
import { demoFiles } from './demo-files.ts'

const files = demoFiles

/** What the demo's agents do: a real plan, real files, and one honest mistake that the tests catch. */
export const demoScript: Script = {
  scenes: [
    scene('researcher', 'research/structure/**', [
      { act: 'wait', ms: 350 },
      ...reply(
        {
          summary:
            'The library is src/index.js, which re-exports one function from src/words.js. Each function has a file of its own, without dependencies.',
          findings: [
            {
              path: 'src/index.js',
              note: 'the only export list; a place where parallel tasks would collide',
            },
            { path: 'src/words.js', note: 'new functions can build on words()' },
          ],
        },
        2100,
      ),
    ]),
    scene('researcher', 'research/proof/**', [
      { act: 'wait', ms: 450 },
      ...reply(
        {
          summary:
            'Tests are run by `node --test`: one file in test/ for each file in src/, with node:assert.',
          findings: [{ path: 'test/words.test.js', note: 'the style to follow' }],
        },
        1900,
      ),
    ]),
    scene('planner', 'plan/**', [{ act: 'wait', ms: 400 }, ...reply(demoPlan(), 4200)]),
    implement('T1', [write('src/slug.js'), write('test/slug.test.js')], 'Added slug().'),
    implement('T2', [write('src/title.js'), write('test/title.test.js')], 'Added title().'),
    scene('implementer', 'execute/T3@r1/attempt-1/**', [
      { act: 'wait', ms: 300 },
      {
        act: 'write',
        path: 'src/excerpt.js',
        text: files['src/excerpt.js'].replace('const cut = text.lastIndexOf', 'const cut = text.indexOf'),
      },
      write('test/excerpt.test.js'),
      ...reply({ status: 'completed', summary: 'Added excerpt(); all tests pass.' }, 3100),
    ]),
    scene('debugger', 'execute/T3@r1/attempt-1/diagnose/**', [
      { act: 'wait', ms: 250 },
      ...reply(
        {
          rootCause:
            'excerpt() looks for the first space (indexOf) instead of the last one before the limit, so it keeps only the first word.',
          location: { path: 'src/excerpt.js', line: null },
          kind: 'code',
          fix: 'Use text.lastIndexOf(" ", limit) in src/excerpt.js.',
          changes: 'The last space before the limit is searched, not the first one.',
          confidence: 0.95,
        },
        2300,
      ),
    ]),
    scene('implementer', 'execute/T3@r1/attempt-2/**', [
      { act: 'wait', ms: 200 },
      { act: 'edit', path: 'src/excerpt.js', find: 'text.indexOf', replace: 'text.lastIndexOf' },
      ...reply(
        { status: 'completed', summary: 'excerpt() now cuts at the last space before the limit.' },
        1800,
      ),
    ]),
    implement(
      'T4',
      [write('src/reading-time.js'), write('test/reading-time.test.js')],
      'Added readingTime().',
    ),
    implement('T5', [write('src/index.js'), write('test/index.test.js')], 'Exported everything.'),
    implement(
      'T6',
      [write('bin/text-tools.js'), write('test/command-line.test.js')],
      'Added the command line.',
    ),
    implement('T7', [write('README.md')], 'Documented every function.'),
  ],
}

function demoPlan() {
  const task = (
    id: string,
    title: string,
    description: string,
    writeSet: readonly string[],
    dependencies: readonly string[] = [],
  ) => ({
    id,
    title,
    description,
    dependencies: [...dependencies],
    writeSet: [...writeSet],
    acceptance: [{ criterion: `${title}, covered by a test`, verification: writeSet.at(-1) ?? '' }],
    estimates: { effort: 'small', files: writeSet.length },
  })
  return {
    objective: 'Slugs, titles, excerpts, reading times and a command line for text-tools',
    tasks: [
      task('T1', 'feat: slug()', 'Turn a text into a URL slug.', ['src/slug.js', 'test/slug.test.js']),
      task('T2', 'feat: title()', 'Turn a text into title case.', ['src/title.js', 'test/title.test.js']),
      task('T3', 'feat: excerpt()', 'Cut a text at a word boundary.', [
        'src/excerpt.js',
        'test/excerpt.test.js',
      ]),
      task('T4', 'feat: readingTime()', 'Say how long a text takes to read.', [
        'src/reading-time.js',
        'test/reading-time.test.js',
      ]),
      task(
        'T5',
        'feat: export the new functions',
        'Export everything from src/index.js.',
        ['src/index.js', 'test/index.test.js'],
        ['T1', 'T2', 'T3', 'T4'],
      ),
      task(
        'T6',
        'feat: a command line',
        'Give every function a sub-command.',
        ['bin/text-tools.js', 'test/command-line.test.js'],
        ['T5'],
      ),
      task('T7', 'docs: describe every function', 'List the functions in README.md.', ['README.md'], ['T5']),
    ],
  }
}

function scene(role: string, step: string, acts: readonly Act[]): Scene {
  return { match: { role, step }, acts }
}

function implement(task: string, writes: readonly Act[], summary: string): Scene {
  const acts: readonly Act[] = [
    { act: 'wait', ms: 300 },
    ...writes,
    ...reply({ status: 'completed', summary }, 2600),
  ]
  return scene('implementer', `execute/${task}@r1/attempt-1/implement/**`, acts)
}

function write(path: keyof typeof demoFiles): Act {
  return { act: 'write', path, text: files[path] }
}

function reply(value: Extract<Act, { act: 'reply' }>['value'], tokens: number): readonly Act[] {
  return [
    { act: 'usage', tokens, usd: Math.round(tokens * 0.6) / 100_000 },
    { act: 'reply', value },
  ]
}
