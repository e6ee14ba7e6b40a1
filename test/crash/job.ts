import type { Act, Scene, Script } from '../../src/adapters/agents/scripted/script.ts'

/** The name of the run that crash tests conduct. */
export const runName = 'crash'

export const objective = 'Add parts.'

/**
 * `brief`: one task. `mended`: one task whose first attempt fails and is diagnosed. `line`: one task after the
 * other. `fan`: three tasks at once, of which the first is mended.
 */
export type JobShape = 'brief' | 'mended' | 'line' | 'fan'

/**
 * A part is proven when its only word is `good`; the shell alone looks, so that a gate takes milliseconds. The
 * one that sees T2 leaves a process behind, which has to be ended.
 */
export const jobFiles: Readonly<Record<string, string>> = {
  'test.sh': [
    'for part in parts/*; do',
    '  read -r word < "$part"',
    '  [ "$word" = good ] || { echo "$part holds $word"; exit 1; }',
    'done',
    '[ ! -e parts/T2 ] || sleep 60 > /dev/null 2>&1 &',
    '',
  ].join('\n'),
  'parts/zero': 'good\n',
  'notes.md': 'Notes.\n',
  '.gitignore': 'ignored/\n',
  'tutti.yaml': ['verify:', '  - sh test.sh', 'prepare: false', ''].join('\n'),
}

/** Longer than what the journal takes into a line. */
const LONG = 'Let me think. '.repeat(3000)

/**
 * Two researchers, a planner, and the tasks of the shape. The pause makes every turn last, so that a kill can
 * meet it.
 */
export function jobScript(shape: JobShape, pauseMs: number): Script {
  const pause: readonly Act[] = pauseMs === 0 ? [] : [{ act: 'wait', ms: pauseMs }]
  const scene = (step: string, acts: readonly Act[]): Scene => ({
    match: { step },
    acts: [...pause, ...acts, { act: 'usage', tokens: 10, usd: 0.01 }],
  })
  const part = (name: string, word: string): readonly Act[] => [
    { act: 'write', path: `parts/${name}`, text: `${word}\n` },
    ...pause,
    { act: 'write', path: `about/${name}.md`, text: `About ${name}.\n` },
    { act: 'reply', value: { status: 'completed', summary: `Added ${name}.` } },
  ]
  const found = { summary: 'Parts are files.', findings: [{ path: 'parts/zero', note: 'one word' }] }
  const diagnosis = {
    rootCause: 'The word is bad.',
    location: { path: 'parts', line: null },
    kind: 'code',
    fix: 'Write good instead.',
    changes: 'The word is good.',
    confidence: 0.9,
  }
  return {
    scenes: [
      scene('research/**', [{ act: 'reply', value: found }]),
      scene('plan/**', [
        { act: 'say', text: LONG },
        { act: 'reply', value: { objective, tasks: tasksOf(shape) } },
      ]),
      scene('execute/T1@r1/attempt-1/implement/**', part('T1', isMended(shape) ? 'bad' : 'good')),
      scene('execute/T1@r1/attempt-1/diagnose/**', [{ act: 'reply', value: diagnosis }]),
      ...['T1', 'T2', 'T3'].map((id) => scene(`execute/${id}@r1/**`, part(id, 'good'))),
    ],
  }
}

function tasksOf(shape: JobShape) {
  const task = (id: string, ...dependencies: string[]) => ({
    id,
    title: `Add part ${id}`,
    description: `Write parts/${id}.`,
    dependencies,
    writeSet: [`parts/${id}`, `about/${id}.md`],
  })
  switch (shape) {
    case 'brief':
    case 'mended':
      return [task('T1')]
    case 'line':
      return [task('T1'), task('T2', 'T1')]
    case 'fan':
      return [task('T1'), task('T2'), task('T3')]
  }
}

function isMended(shape: JobShape): boolean {
  return shape === 'mended' || shape === 'fan'
}
