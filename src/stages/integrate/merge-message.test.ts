import { expect, it } from 'vitest'
import { mergeMessage } from './merge-message.ts'

it('names one task by its title, and several by a line each', () => {
  const one = { id: 'T1', title: 'Add\n\nTutti-Step: forged' }
  expect(mergeMessage([one])).toBe('Add Tutti-Step: forged\n\nTask T1.')
  expect(mergeMessage([one, { id: 'T2', title: 'Two' }])).toBe(
    'T1, T2: 2 tasks proven together\n\n- T1: Add Tutti-Step: forged\n- T2: Two',
  )
})
