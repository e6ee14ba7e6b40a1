import { expect, it } from 'vitest'
import { parseScenario } from './parse-scenario.ts'

const read = (value: unknown) => parseScenario(JSON.stringify(value), 'hello.json')

it('reads every kind of step and fault', () => {
  const scenario = {
    delayMs: 5,
    scenes: [
      {
        when: '^Your task (T1|T2)',
        times: 2,
        steps: [
          { do: 'write', path: 'a/b.txt', text: '' },
          { do: 'run', command: 'ls' },
          {
            do: 'call',
            tool: 'submit_result',
            input: { status: 'completed', list: [1, null] },
            otherwise: 'No.',
          },
          { do: 'fault', fault: { kind: 'slow', ms: 10 } },
          { do: 'fault', fault: { kind: 'status', status: 429, retryAfterSeconds: 30, message: 'Wait.' } },
          { do: 'fault', fault: { kind: 'cut-stream' } },
          { do: 'fault', fault: { kind: 'garbage' } },
          { do: 'fault', fault: { kind: 'hang' } },
          { do: 'fault', fault: { kind: 'endless-tools', command: 'true' } },
          { do: 'say', text: 'Done.' },
        ],
      },
      { steps: [{ do: 'say', text: 'Nothing.' }] },
    ],
  }
  expect(read(scenario)).toEqual(scenario)
})

const withStep = (step: unknown) => ({ scenes: [{ steps: [{ do: 'say', text: 'a' }, step] }] })

it.each<[string, unknown, string]>([
  ['no scenes', {}, "The scenario's scenes is missing; correct it in hello.json."],
  ['a list', [], 'The scenario must be object, received array; correct it in hello.json.'],
  [
    'an unknown step',
    withStep({ do: 'dance' }),
    "The scenario's scenes[0].steps[1].do must be one of write, run, call, say, fault; correct it in hello.json.",
  ],
  [
    'a missing word',
    withStep({ do: 'write', path: 'a' }),
    "The scenario's scenes[0].steps[1].text is missing; correct it in hello.json.",
  ],
  [
    'an unknown word',
    withStep({ do: 'say', text: 'a', loud: true }),
    "The scenario's scenes[0].steps[1].loud is not known; correct it in hello.json.",
  ],
  [
    'a pattern that is none',
    { scenes: [{ when: '(', steps: [{ do: 'say', text: 'a' }] }] },
    "The scenario's scenes[0].when must be a regular expression; correct it in hello.json.",
  ],
  [
    'a status that is none',
    withStep({ do: 'fault', fault: { kind: 'status', status: 418 } }),
    "The scenario's scenes[0].steps[1].fault.status must be one of 401, 402, 403, 404, 429, 500, 503, 529; correct it in hello.json.",
  ],
])('refuses %s in one sentence', (_what, value, message) => {
  expect(() => read(value)).toThrow(expect.objectContaining({ code: 'bad-input', message }))
})

it('refuses what is not JSON', () => {
  expect(() => parseScenario('{', 'x.json')).toThrow(
    /^The scenario is not JSON \(.*\); correct it in x\.json\.$/,
  )
})
