import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptedStep } from '../../src/adapters/models/scripted/scenario.ts'
import { type ScriptedModel, startScriptedModel } from '../../src/adapters/models/scripted/scripted-model.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'

/** A goose program; without it there is nothing to show here, and the file holds one test of its own script. */
const goose = process.env['TUTTI_TEST_GOOSE']

function json(value: object): string {
  return `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``
}

/** What the model says to each role, told apart by the first words of our prompts. */
function modelSteps(said: string): readonly ScriptedStep[] {
  if (said.includes('You research'))
    return [{ do: 'say', text: json({ summary: 'A small project.', findings: [] }) }]
  if (said.includes('You plan')) {
    const tasks = ['T1', 'T2'].map((id) => ({
      id,
      title: `feat: ${id}`,
      description: `Write ${id}.txt.`,
      dependencies: [],
    }))
    return [{ do: 'say', text: json({ objective: 'Two files', tasks }) }]
  }
  const task = /Your task (T\d)/.exec(said)?.[1] ?? 'none'
  return [
    { do: 'run', command: `echo done > ${task}.txt` },
    { do: 'say', text: json({ status: 'completed', summary: `Wrote ${task}.txt.` }) },
  ]
}

function describeGoose(program: string): void {
  describe('a whole run with goose, unmodified', () => {
    let bench: CliBench
    let model: ScriptedModel
    beforeEach(async () => {
      bench = await makeBench()
      model = await startScriptedModel({ scenario: modelSteps })
    })
    afterEach(async () => {
      await model.close()
      await bench.remove()
    })

    it('P7: `tutti run --agent "goose acp"` brings an objective to a proven branch', async () => {
      const environment = {
        ...bench.environment,
        GOOSE_PROVIDER: 'openai',
        GOOSE_MODEL: 'scripted-model',
        GOOSE_MODE: 'auto',
        GOOSE_DISABLE_KEYRING: '1',
        OPENAI_HOST: model.url,
        OPENAI_BASE_PATH: 'v1/chat/completions',
        OPENAI_API_KEY: 'fake',
      }
      const agent = `${program} acp --with-builtin developer`
      const args = [
        'run',
        'Write two files',
        '--name',
        'real',
        '--agent',
        agent,
        '--verify',
        'test -f README.md',
        '--yes',
      ]
      const { status, stderr } = await bench.cli(args, { environment })
      expect(status, stderr).toBe(0)
      const subjects = await bench.git('log', '--format=%s', 'main..tutti/real')
      expect(subjects.split('\n').toSorted()).toEqual(['feat: T1', 'feat: T2'])
      expect(await bench.git('show', 'tutti/real:T2.txt')).toBe('done')
    }, 120_000)
  })
}

it('the script tells the roles apart', () => {
  expect(modelSteps('You research a git repository')).toHaveLength(1)
  expect(modelSteps('## Your task T2: feat')[0]).toMatchObject({ command: 'echo done > T2.txt' })
})

if (goose !== undefined) describeGoose(goose)
