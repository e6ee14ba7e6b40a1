import { describe, expect, it } from 'vitest'
import { packContext } from './pack-context.ts'
import { packRequest } from './pack-request.ts'
import type { Source } from './source.ts'

const source = (trust: Source['trust'], title: string, length: number): Source => ({
  trust,
  title,
  text: title.at(0)?.repeat(length) ?? '',
})
const around = [source('trusted', 'agreed', 5000), source('check', 'documents', 5000)]
const own = [source('check', 'the change', 3000)]

describe('packRequest', () => {
  it('C32: leaves no room for documents before there is room for what is to be judged', () => {
    const { words, leftOut } = packRequest(own, around, 6000)
    expect(words.at(-1)).toContain('t'.repeat(3000))
    expect(words.map((each) => each.split('\n')[0])).toEqual([
      '## agreed',
      expect.stringMatching(/^## the change/),
    ])
    expect(leftOut).toEqual({ titles: ['agreed', 'documents'], length: 7000 })
  })

  it('is the same as packing all at once where everything fits', () => {
    expect(packRequest(own, around)).toEqual(packContext([...around, ...own]))
    expect(packRequest(own, around, 13_000)).toEqual(packContext([...around, ...own], 13_000))
  })
})
