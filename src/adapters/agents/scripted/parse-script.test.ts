import { expect, it } from 'vitest'
import { parseScript } from './parse-script.ts'

it('reads a script', () => {
  const script = {
    scenes: [
      { match: { role: 'planner', step: 'plan/**', attempt: 2, prompt: 'again' }, acts: [{ act: 'hang' }] },
      {
        match: {},
        acts: [
          { act: 'ask-permission', kind: 'edit', title: 'x' },
          { act: 'reply', value: null },
        ],
      },
    ],
  }
  expect(parseScript(JSON.stringify(script), 'demo.json')).toEqual(script)
})

it.each([
  ['{', 'The script is not JSON'],
  ['[]', 'The script must be an object'],
  ['{}', "The script's scenes is missing"],
  ['{"scenes":{}}', "The script's scenes must be a list"],
  ['{"scenes":[],"scene":1}', "The script's scene is not known"],
  ['{"scenes":[{"match":{}}]}', "The script's scenes[0].acts is missing"],
  ['{"scenes":[{"match":{"stp":"x"},"acts":[]}]}', "The script's scenes[0].match.stp is not known"],
  ['{"scenes":[{"match":{"step":"/(/"},"acts":[]}]}', "The script's scenes[0].match.step Invalid regular"],
  ['{"scenes":[{"match":{},"acts":[{"act":"jump"}]}]}', 'scenes[0].acts[0].act must be one of say, reply'],
  ['{"scenes":[{"match":{},"acts":[{"act":"toString"}]}]}', 'scenes[0].acts[0].act must be one of'],
  ['{"scenes":[{"match":{},"acts":[5]}]}', 'scenes[0].acts[0].act must be one of'],
  ['{"scenes":[{"match":{},"acts":[{"act":"say"}]}]}', 'scenes[0].acts[0].text is missing'],
  ['{"scenes":[{"match":{},"acts":[{"act":"wait","ms":"1"}]}]}', 'scenes[0].acts[0].ms must be a number'],
  ['{"scenes":[{"match":{},"acts":[{"act":"hang","ms":1}]}]}', 'scenes[0].acts[0].ms is not known'],
])('refuses %s', (text, message) => {
  expect(() => parseScript(text, 'demo.json')).toThrow(
    expect.objectContaining({
      code: 'bad-input',
      message: expect.stringContaining(message),
      failure: expect.objectContaining({ where: 'demo.json' }),
    }),
  )
})
