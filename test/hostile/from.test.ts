import { chmod, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import type { Arranged, HostileCase } from './hostile-case.ts'
import { describeHostile } from './hostile-case.ts'
import { obeyingPermissions } from './no-permission.ts'

const gem = `plan_id: links
objective: Links are short
tasks:
  - id: T1
    title: "feat: links"
    description: Make them.
    wave: 1
    agent: gem-implementer
    status: pending
    dependencies: []
`
const jira = `jira: ABC-1
current_phase: planning
iteration_number: 1
`

type Files = Readonly<Record<string, string>>

function from(name: string, files: Files, args: readonly string[], says: string): HostileCase {
  const arrange = async (bench: CliBench): Promise<void> => {
    for (const [path, text] of Object.entries(files)) await bench.write(path, text)
  }
  return { name, args: ['run', ...args, '--name', 'one'], status: exitStatus.usage, says, arrange }
}

const cases: readonly HostileCase[] = [
  from('nothing there', {}, ['--from', 'nowhere'], 'There is no file or folder nowhere; name what'),
  from('no path', {}, ['--from', ''], '--from needs the path of a file or folder.'),
  {
    ...from('an empty folder', {}, ['--from', 'empty'], 'empty holds no text; name the files to go on with.'),
    arrange: async (bench) => {
      await mkdir(join(bench.root, 'empty'))
    },
  },
  from(
    'files of nobody',
    { 'notes/a.md': '# a\n' },
    ['--from', 'notes'],
    'notes holds nothing that a run can go on with; name one of these. gem-team: docs/plan/ID with its plan.yaml;',
  ),
  from(
    'half of two systems',
    { 'docs/plan/links/plan.yaml': gem, 'docs/prompts/ABC-1/progress.yaml': jira },
    ['--from', 'docs'],
    'docs holds files of gem-team and jira-loop; name the folder of one of them, or say which with --playbook.',
  ),
  from(
    'files of another process',
    { 'docs/plan/links/plan.yaml': gem },
    ['--from', 'docs/plan/links', '--playbook', 'jira-loop'],
    'docs/plan/links was written by gem-team, and --playbook says jira-loop; leave --playbook out,',
  ),
  from(
    'a process without files of its own',
    { 'docs/plan/links/plan.yaml': gem },
    ['--from', 'docs/plan/links', '--playbook', 'standard'],
    'and not with standard; leave --playbook out, or name one of them.',
  ),
  from(
    'a playbook of your own',
    { 'docs/plan/links/plan.yaml': gem },
    ['--from', 'docs/plan/links', '--playbook', './ours.ts'],
    'and not with a playbook of your own; leave --playbook out, or name one of them.',
  ),
  from(
    'a plan beside it',
    { 'docs/plan/links/plan.yaml': gem, 'plan.yaml': 'objective: a\ntasks:\n  - {id: A, title: A}\n' },
    ['--from', 'docs/plan/links', '--plan', 'plan.yaml'],
    'A run begins with --plan or goes on with --from, and not both; leave one of them out.',
  ),
  from(
    'two jobs',
    { 'docs/plan/links/plan.yaml': gem, 'docs/plan/words/plan.yaml': gem.replaceAll('inks', 'words') },
    ['--from', 'docs/plan'],
    'docs/plan holds 2 jobs to go on with; name one: --from docs/plan/links or --from docs/plan/words.',
  ),
  from(
    'a file that is broken',
    { 'docs/plan/links/plan.yaml': gem.replace('wave: 1', 'wave: [') },
    ['--from', 'docs/plan/links'],
    'docs/plan/links/plan.yaml:',
  ),
  {
    ...from('what may not be read', { 'docs/plan/links/plan.yaml': gem }, ['--from', 'docs'], ''),
    says: 'docs/plan/links/plan.yaml cannot be read: permission was denied; let this user read it.',
    arrange: async (bench): Promise<Arranged> => {
      await bench.write('docs/plan/links/plan.yaml', gem)
      const file = join(bench.root, 'docs/plan/links/plan.yaml')
      await chmod(file, 0)
      return { ...obeyingPermissions(), after: () => chmod(file, 0o644) }
    },
  },
  {
    ...from(
      'a link that leads out',
      {},
      ['--from', 'docs'],
      'docs/secret leads out of docs; put the file itself',
    ),
    arrange: async (bench) => {
      await bench.write('docs/plan/links/plan.yaml', gem)
      await symlink('../README.md', join(bench.root, 'docs/secret'))
    },
  },
  from(
    'a playbook that is not there',
    {},
    ['Do it', '--playbook', 'gem'],
    'built in are standard, gem-team,',
  ),
]

describeHostile('--from', makeBench, cases)
