import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSettings } from './parse-settings.ts'
import { keysAt } from './setting-keys.ts'
import { settingsTemplate } from './settings-template.ts'

const NOTHING = { agent: null, verify: [], prepare: null, schema: null }

function withExamples(text: string): string {
  return text.replaceAll(/^# (?!yaml-language-server)/gm, '')
}

describe('settingsTemplate', () => {
  it('sets nothing where nothing was found', () => {
    expect(parseSettings(settingsTemplate(NOTHING), 'tutti.yaml').settings).toEqual({})
  })

  it('has an example of everything a repository may say, each of which parses', () => {
    const { settings } = parseSettings(withExamples(settingsTemplate(NOTHING)), 'tutti.yaml')
    const own = keysAt([]).filter((key) => key !== 'trust')
    expect(Object.keys(settings).toSorted()).toEqual(own.toSorted())
    expect(Object.keys(settings.limits ?? {}).toSorted()).toEqual(keysAt(['limits']).toSorted())
  })

  it('begins with the schema where one is known', () => {
    const text = settingsTemplate({ ...NOTHING, schema: './tutti.schema.json' })
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./tutti.schema.json')
    expect(parseSettings(withExamples(text), 'tutti.yaml').settings).not.toEqual({})
  })

  it('gives back whatever was found', () => {
    const command = fc
      .oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          'true',
          'a: b',
          'a\nb',
          `\u000e${'\u0001𐀀'.repeat(9)}\nb`,
          '- x',
          '{',
          'npm test # all',
          "it's",
        ),
      )
      .filter((text) => /\S/.test(text) && !/[\0\uFFFD]/.test(text))
    const name = fc.oneof(
      fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/),
      fc.constantFrom('true', 'null', 'no'),
    )
    fc.assert(
      fc.property(
        name,
        command,
        fc.uniqueArray(command, { minLength: 1 }),
        command,
        (agent, start, verify, prepare) => {
          const text = settingsTemplate({
            agent: { name: agent, command: start },
            verify,
            prepare,
            schema: null,
          })
          const expected = { agent, agents: { [agent]: { command: start } }, verify, prepare }
          expect(parseSettings(text, 'tutti.yaml').settings).toEqual(expected)
          expect(parseSettings(withExamples(text), 'tutti.yaml').settings).toMatchObject(expected)
        },
      ),
      { numRuns: 300 },
    )
  })
})
