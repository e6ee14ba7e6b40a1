import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { scriptedAgentCommand } from '../../adapters/agents/scripted/scripted-agent-command.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { demoProject } from './demo-project.ts'
import { demoScript } from './demo-script.ts'

export interface MadeDemo {
  readonly repository: string
  /** The agents' own log, outside the repository. */
  readonly log: string
}

/** Makes the demo's repository with one commit, and beside it the agents' script. */
export async function makeDemo(folder: string | undefined, cwd: string): Promise<MadeDemo> {
  const root = await makeRoot(folder, cwd)
  const repository = join(root, 'text-tools')
  const script = join(root, 'agents-script.json')
  const log = join(root, 'agents-log.jsonl')
  await writeFile(script, JSON.stringify(demoScript, null, 2))
  const command = scriptedAgentCommand({ script, log })
  const settings = [
    '# The demo is played by a scripted agent: a real program that speaks the Agent Client Protocol.',
    'agent: scripted',
    'agents:',
    '  scripted:',
    `    command: ${JSON.stringify(command)}`,
    'policy:',
    '  base: standard',
    'verify:',
    '  - node --test',
    '',
  ].join('\n')
  for (const [path, text] of Object.entries({ ...demoProject, 'tutti.yaml': settings })) {
    await mkdir(dirname(join(repository, path)), { recursive: true })
    await writeFile(join(repository, path), text)
  }
  const git = (...args: string[]): Promise<unknown> => promisify(execFile)('git', ['-C', repository, ...args])
  await git('init', '--quiet', '--initial-branch=main')
  await git('config', 'user.name', 'Tutti demo')
  await git('config', 'user.email', 'demo@tutti.invalid')
  await git('add', '--all')
  await git('-c', 'commit.gpgSign=false', 'commit', '--quiet', '--no-verify', '--message', 'feat: text-tools')
  return { repository, log }
}

async function makeRoot(folder: string | undefined, cwd: string): Promise<string> {
  if (folder === undefined) return mkdtemp(join(tmpdir(), 'tutti-demo-'))
  const root = resolve(cwd, folder)
  try {
    await mkdir(dirname(root), { recursive: true })
    await mkdir(root)
  } catch (cause) {
    const message = `The folder ${root} cannot be made; name one that does not exist yet.`
    throw new RunFailure({ code: 'bad-input', message }, { cause })
  }
  return root
}
