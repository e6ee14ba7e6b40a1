import type { Act, Scene, Script } from '../../adapters/agents/scripted/script.ts'
import type { Json } from '../../kernel/json.ts'
import { demoDocuments } from './demo-documents.ts'
import { demoFiles } from './demo-files.ts'
import { demoApproval, demoAssumptions, demoAudit, demoCritique, demoRefusal } from './demo-inspectors.ts'
import { demoPlan } from './demo-plan.ts'
import { demoQuestions, demoRequirements } from './demo-talk.ts'

const files = demoFiles

/** What the demo's agents do: a whole job with real files, and three honest mistakes that are caught. */
export const demoScript: Script = {
  scenes: [
    says('interpreter', 'discuss/**', demoQuestions, 1400),
    says('interpreter', 'specify/**', demoRequirements, 1600),
    says('researcher', 'research/structure/**', demoStructure(), 2100),
    says('researcher', 'research/proof/**', demoProof(), 1900),
    says('planner', 'plan/r1/**', demoPlan({ isFirst: true }), 4200),
    says('planner', 'plan/**', demoPlan({ isFirst: false }), 3100),
    says('plan-auditor', '**/r1/**', demoAudit({ isFirst: true }), 1800),
    says('plan-auditor', '**', demoAudit({ isFirst: false }), 1500),
    says('assumption-verifier', '**', demoAssumptions, 1300),
    says('critic', '**', demoCritique, 1200),
    says('reviewer', 'execute/T6@*/attempt-1/**', demoRefusal, 1700),
    says('reviewer', '**', demoApproval, 1100),
    says('debugger', 'execute/T3@*/**', demoDiagnosis(), 2300),
    implement('T1', [write('src/slug.js'), write('test/slug.test.js'), learnt()], 'Added slug().'),
    implement('T2', [write('src/title.js'), write('test/title.test.js')], 'Added title().'),
    does('T3', 1, [wrongExcerpt(), write('test/excerpt.test.js')], 'Added excerpt(); all tests pass.'),
    does(
      'T3',
      2,
      [{ act: 'edit', path: 'src/excerpt.js', find: 'text.indexOf', replace: 'text.lastIndexOf' }],
      'excerpt() now cuts at the last space before the limit.',
    ),
    implement(
      'T4',
      [write('src/reading-time.js'), write('test/reading-time.test.js')],
      'Added readingTime().',
    ),
    implement('T5', [write('src/index.js'), write('test/index.test.js')], 'Exported everything.'),
    does('T6', 1, [...carelessCommandLine()], 'Added the command line; all tests pass.'),
    does(
      'T6',
      2,
      [write('bin/text-tools.js'), write('test/command-line.test.js')],
      'An unknown name ends with status 2, and a test says so.',
    ),
    implement('T7', [write('README.md')], 'Documented every function.'),
    refreshDocuments(),
  ],
}

function demoStructure(): Json {
  return {
    summary:
      'The library is src/index.js, which re-exports one function from src/words.js. Each function has a file of its own, without dependencies.',
    findings: [
      { path: 'src/index.js', note: 'the only export list; a place where parallel tasks would collide' },
      { path: 'src/words.js', note: 'new functions can build on words()' },
    ],
    sources: ['src/index.js', 'src/words.js', 'package.json'],
    confidence: 0.95,
  }
}

function demoProof(): Json {
  return {
    summary: 'Tests are run by `node --test`: one file in test/ for each file in src/, with node:assert.',
    findings: [{ path: 'test/words.test.js', note: 'the style to follow' }],
    sources: ['package.json', 'test/words.test.js'],
    confidence: 0.95,
  }
}

function demoDiagnosis(): Json {
  return {
    rootCause:
      'excerpt() looks for the first space (indexOf) instead of the last one before the limit, so it keeps only the first word.',
    location: { path: 'src/excerpt.js', line: null },
    kind: 'code',
    fix: 'Use text.lastIndexOf(" ", limit) in src/excerpt.js.',
    changes: 'The last space before the limit is searched, not the first one.',
    confidence: 0.95,
  }
}

function wrongExcerpt(): Act {
  const text = files['src/excerpt.js'].replace('const cut = text.lastIndexOf', 'const cut = text.indexOf')
  return { act: 'write', path: 'src/excerpt.js', text }
}

/** Passes its own tests, and breaks what was agreed on all the same. */
function carelessCommandLine(): readonly Act[] {
  const program = files['bin/text-tools.js'].replace('process.exitCode = 2', 'process.exitCode = 1')
  const test = files['test/command-line.test.js'].replace('  assert.equal(status, 2)\n', '')
  return [
    { act: 'write', path: 'bin/text-tools.js', text: program },
    {
      act: 'write',
      path: 'test/command-line.test.js',
      text: test.replace('{ status, stderr }', '{ stderr }'),
    },
  ]
}

function learnt(): Act {
  const text = 'Each function has a file in src/ and a test in test/ with the same name.'
  const evidence = ['src/slug.js', 'test/slug.test.js']
  return { act: 'tool', name: 'wisdom', input: { action: 'add', kind: 'convention', text, evidence } }
}

function refreshDocuments(): Scene {
  const docs = demoDocuments.map(({ path, evidence }) => ({
    path,
    change: 'written',
    evidence: [...evidence],
  }))
  return scene('initializer', '**', [
    ...demoDocuments.map(({ path, text }): Act => ({ act: 'write', path, text })),
    ...reply({ status: 'completed', docs, summary: 'Wrote what the code shows.' }, 2400),
  ])
}

function scene(role: string, step: string, acts: readonly Act[]): Scene {
  return { match: { role, step }, acts: [{ act: 'wait', ms: 150 }, ...acts] }
}

function says(role: string, step: string, value: Json, tokens: number): Scene {
  return scene(role, step, reply(value, tokens))
}

function implement(task: string, acts: readonly Act[], summary: string): Scene {
  return does(task, 1, acts, summary)
}

function does(task: string, attempt: number, acts: readonly Act[], summary: string): Scene {
  return scene('implementer', `execute/${task}@*/attempt-${attempt}/**`, [
    ...acts,
    ...reply({ status: 'completed', summary }, 2600),
  ])
}

function write(path: keyof typeof demoFiles): Act {
  return { act: 'write', path, text: files[path] }
}

function reply(value: Json, tokens: number): readonly Act[] {
  return [
    { act: 'usage', tokens, usd: Math.round(tokens * 0.6) / 100_000 },
    { act: 'reply', value },
  ]
}
