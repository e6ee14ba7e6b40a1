import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { writtenSettings } from '../../test/arbitraries/written-settings.ts'
import { RunFailure } from '../kernel/failure.ts'
import { parseSettings } from './parse-settings.ts'

describe('parseSettings of anything', () => {
  it('reads back any settings that were written as YAML, and knows where each key stands', () => {
    fc.assert(
      fc.property(writtenSettings, (settings) => {
        const parsed = parseSettings(stringify(settings), 'f')
        expect(parsed.settings).toEqual(settings)
        for (const key of Object.keys(settings)) expect(parsed.locations[key]).toMatch(/^f:\d+:1$|^f:1:\d+$/)
      }),
      { numRuns: 300 },
    )
  })

  it('never fails but with bad input and a place', () => {
    const words =
      'agent limits verify turns : - [ ] { } , " \' &a *a | > !x % --- ... ? # null 1 << __proto__ @ `'
    const piece = fc.constantFrom(
      ...words.split(' '),
      ' ',
      '  ',
      '\n',
      '\t',
      '\r',
      '\uFEFF',
      ': ',
      '- ',
      '---\n',
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        try {
          parseSettings(text, 'f')
        } catch (error) {
          expect(error).toBeInstanceOf(RunFailure)
          const failure = (error as RunFailure).failure
          expect(failure).toMatchObject({
            code: 'bad-input',
            where: expect.stringMatching(/^f:[1-9]\d*:[1-9]\d*$/),
          })
          expect(failure.message).toMatch(/^(f:[1-9]\d*:[1-9]\d*: .+\n?)+/)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
