import type { Act, Scene, Script } from '../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../src/kernel/json.ts'
import { reply, scene } from '../harness/script.ts'
import type { CastTask } from '../stories/cast.ts'
import { cast, done, write } from '../stories/cast.ts'

/** A job of the guide: words of its objective that no other job has, and the tasks its agents make of it. */
interface GuideJob {
  readonly words: string
  readonly tasks: readonly CastTask[]
}

const jobs: readonly GuideJob[] = [
  { words: 'Greetngs', tasks: [{ id: 'T1', writes: { 'README.md': '# Greetings\n\nSays hello.\n' } }] },
  { words: 'a farewell module', tasks: [moduleTask('F1', 'farewell'), docsTask('F2', 'farewell', 'F1')] },
  { words: 'a shout module', tasks: [moduleTask('S1', 'shout')] },
  { words: 'a whisper module', tasks: [moduleTask('W1', 'whisper'), docsTask('W2', 'whisper', 'W1')] },
  { words: 'two languages', tasks: [moduleTask('L1', 'german'), moduleTask('L2', 'klingon')] },
  { words: 'a sing module', tasks: [moduleTask('N1', 'sing')] },
  { words: 'a wave module', tasks: [moduleTask('V1', 'wave')] },
  { words: 'a bow module', tasks: [moduleTask('B1', 'bow')] },
  { words: 'a yawn module', tasks: [moduleTask('Y1', 'yawn')] },
  { words: 'a nod module', tasks: [moduleTask('O1', 'nod')] },
  { words: 'a hum module', tasks: [moduleTask('H1', 'hum')] },
  { words: 'Remember visitors', tasks: [{ id: 'D1' }, { id: 'D2' }] },
]

/** Agents for every job of the guide. */
export function guideCast(): Script {
  // What is delivered speaks of the jobs before it, so the last job that a prompt names is the one it is about.
  const everyJob = jobs.toReversed().flatMap(({ words, tasks }) => keyed(cast(tasks).scenes, words))
  const everyTask = jobs.flatMap(({ tasks }) => tasks)
  return { scenes: [...surprises(), ...everyJob, ...cast(everyTask).scenes] }
}

const farewellQuestions: Json = [
  ['interface', 'Where does farewell() live?', 'In a module of its own', 'In src/greet.js'],
  ['logic', 'What does it say?', 'Goodbye', 'So long'],
  ['data', 'Which names does it take?', 'Any text', 'Known visitors only'],
].map(([kind = '', question = '', first = '', second = '']) => ({
  kind,
  question,
  impact: 'It is built otherwise.',
  lookedAt: [{ path: 'src/greet.js', found: 'nothing about it' }],
  answeredByCode: false,
  scope: 'task',
  options: [
    { label: first, pros: ['simple'], cons: ['one more file'], recommended: true },
    { label: second, pros: ['together'], cons: ['grows'], recommended: false },
  ],
}))

/** What does not go as it should: an agent that takes long until the run is resumed, and work that fails its test. */
function surprises(): readonly Scene[] {
  return [
    scene(
      { role: 'interpreter', step: 'discuss/**', prompt: 'a farewell module' },
      reply({ questions: farewellQuestions, fewBecause: '' }),
    ),
    scene({ step: 'execute/W1@*/attempt-*/implement**', attempt: 1 }, [{ act: 'stall' }]),
    scene({ step: 'execute/L1@*/attempt-1/implement**' }, [...broken('german'), ...done]),
    scene({ step: 'execute/L2@*/attempt-*/implement**' }, [...broken('klingon'), ...done]),
    scene({ step: 'execute/D1@*/attempt-*/implement**' }, [
      write('migrations/001-visitors.sql', 'create table visitors (name text);\n'),
      ...done,
    ]),
    scene({ step: 'execute/D2@*/attempt-*/implement**' }, [
      ...writesOf(moduleTask('D2', 'visitors')),
      ...done,
    ]),
  ]
}

/** The scenes of a job, for its own words; work on a task is told by the task. */
function keyed(scenes: readonly Scene[], words: string): readonly Scene[] {
  return scenes
    .filter(({ match }) => match.role !== undefined)
    .map(({ match, acts }) => ({ match: { ...match, prompt: words }, acts: named(acts, words) }))
}

/** Where an agent says the objective again, it keeps the job's own words. */
function named(acts: readonly Act[], words: string): readonly Act[] {
  return acts.map((act) =>
    act.act === 'reply'
      ? {
          ...act,
          value: JSON.parse(JSON.stringify(act.value).replaceAll('the story wants', `${words} wants`)),
        }
      : act,
  )
}

function moduleTask(id: string, name: string): CastTask {
  return {
    id,
    title: `feat: ${name}`,
    writes: {
      [`src/${name}.js`]: `export const ${name} = (name) => \`${name}, \${name}\`\n`,
      [`test/${name}.test.js`]: testOf(name, `${name}, Ann`),
    },
  }
}

function docsTask(id: string, name: string, after: string): CastTask {
  return {
    id,
    title: `docs: ${name}`,
    after: [after],
    writes: { [`docs/${name}.md`]: `# ${name}\n` },
  }
}

function broken(name: string): readonly Act[] {
  return [...writesOf(moduleTask('', name)), write(`test/${name}.test.js`, testOf(name, 'something else'))]
}

function writesOf({ writes = {} }: CastTask): readonly Act[] {
  return Object.entries(writes).map(([path, text]) => write(path, text))
}

function testOf(name: string, said: string): string {
  return [
    "import assert from 'node:assert/strict'",
    "import test from 'node:test'",
    `import { ${name} } from '../src/${name}.js'`,
    '',
    `test('${name}', () => assert.equal(${name}('Ann'), '${said}'))`,
    '',
  ].join('\n')
}
