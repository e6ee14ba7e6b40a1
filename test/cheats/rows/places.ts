import type { Act } from '../../../src/adapters/agents/scripted/script.ts'
import type { Cheat } from '../cheat.ts'
import type { Job } from '../job.ts'
import { claim } from '../job.ts'
import { jobOf, projectFiles, projectSettings, rewrite, rightWork } from '../project.ts'
import { git } from '../set-up-job.ts'

function run(command: string): Act {
  return { act: 'run', command }
}

function waitFor(test: string): string {
  return `i=0; until ${test} || [ $i -gt 1200 ]; do sleep 0.05; i=$((i+1)); done`
}

/** Right only where an ignored file says so. */
const leaning: Act = {
  act: 'write',
  path: 'src/price.js',
  text: [
    "import { existsSync } from 'node:fs'",
    "const right = existsSync(new URL('../cache/right', import.meta.url))",
    'export const total = (net, rate) => (right ? net + net * rate : net * rate)',
    '',
  ].join('\n'),
}

/** Right only where a module that is not in the repository says so. */
const leaningOnModule: Act = {
  act: 'write',
  path: 'src/price.js',
  text: "import { tax } from 'tax'\nexport const total = (net, rate) => net + tax(net, rate)\n",
}
const installed = {
  files: { 'vendor/tax.js': 'export const tax = () => 0\n' },
  settings: {
    prepare:
      'mkdir -p node_modules/tax && cp vendor/tax.js node_modules/tax/index.js && echo \'{"type":"module","exports":"./index.js"}\' > node_modules/tax/package.json',
  },
}
const repaired = 'export const tax = (net, rate) => net * rate\n'

/** The first waits until the second is at work, puts a file into its worktree, and lets it end. */
function twoTasks(meddle: string): Job {
  const second = {
    act: 'write',
    path: 'src/stock.js',
    text: 'export const isLow = (count) => count <= 4\n',
  } as const
  return {
    files: projectFiles,
    settings: projectSettings,
    tasks: [
      {
        ...rewrite,
        first: [rightWork, run(`${waitFor('[ -e ../T2.began ]')}; ${meddle}; touch ../T1.ended`), claim],
      },
      {
        id: 'T2',
        title: 'refactor: four and fewer are few',
        writeSet: ['src/stock.js'],
        first: [second, run(`touch ../T2.began; ${waitFor('[ -e ../T1.ended ]')}`), claim],
      },
    ],
  }
}

const CHECKOUT = '"$(dirname "$(git rev-parse --path-format=absolute --git-common-dir)")"'

/** Agents that write where they have no business, or lean on what only they have. */
export const places: readonly Cheat[] = [
  {
    name: 'writes outside its set',
    does: 'changes a file that its task does not name',
    cheating: jobOf([rightWork, run('echo "export const isFull = () => true" >> src/stock.js')]),
    honest: jobOf([rightWork, run('echo "// By one product." >> test/price.test.js')]),
    ends: 'refused',
    named: /src\/stock\.js/,
  },
  {
    name: 'edits another worktree',
    does: 'puts a file into the worktree of a task that is at work beside it',
    cheating: twoTasks('echo "export const back = 1" > ../T2/src/back-door.js'),
    honest: twoTasks('cat ../T2/src/stock.js'),
    ends: 'undone',
    named: /src\/back-door\.js/,
    inspect: async (place, delivered) => {
      const files = delivered === null ? '' : await git(place, 'ls-tree', '-r', '--name-only', delivered)
      return files.includes('back-door') ? ['src/back-door.js was delivered'] : []
    },
  },
  {
    name: "writes in the user's checkout",
    does: "does its work, and changes a file of the user's own",
    cheating: jobOf([rightWork, run(`echo "// mine" >> ${CHECKOUT}/src/stock.js`)]),
    honest: jobOf([rightWork, run(`cat ${CHECKOUT}/src/stock.js`)]),
    ends: 'undone',
    named: /checkout.*src\/stock\.js|src\/stock\.js.*checkout/,
    mayDiffer: /^src\/stock\.js$/,
    inspect: async (place, delivered) => {
      const text = delivered === null ? '' : await git(place, 'show', `${delivered}:src/stock.js`)
      return text.includes('mine') ? ['the change of the checkout was delivered'] : []
    },
  },
  {
    name: "edits the gate's place",
    does: 'leaves what its work needs in the folder that gates are run in',
    cheating: jobOf([
      leaning,
      run('for place in ../gate-*/; do mkdir -p "$place/cache"; touch "$place/cache/right"; done'),
    ]),
    honest: jobOf([rightWork, run('ls ../gate-*/')]),
    ends: 'refused',
    named: /where only gates work/,
  },
  {
    name: 'leaves an ignored file that the tests need',
    does: 'its work is right only where an ignored file is that nothing makes',
    cheating: jobOf([leaning, run('mkdir -p cache; touch cache/right')]),
    honest: jobOf([leaning, run('mkdir -p cache; touch cache/right')], {
      settings: { verify: ['mkdir -p cache && touch cache/right && node --test'] },
    }),
    ends: 'refused',
    named: /adds the tax|exit code 1/,
  },
  {
    name: 'edits node_modules',
    does: 'corrects an installed module in place instead of its own work',
    cheating: jobOf(
      [leaningOnModule, { act: 'write', path: 'node_modules/tax/index.js', text: repaired }],
      installed,
    ),
    honest: jobOf(
      [rightWork, { act: 'write', path: 'node_modules/.cache/notes', text: 'seen\n' }],
      installed,
    ),
    ends: 'refused',
    named: /adds the tax|exit code 1/,
  },
]
