import { expect, it } from 'vitest'
import { findScene } from './find-scene.ts'
import type { SceneMatch } from './script.ts'

const TURN = { role: 'implementer', step: 'execute/T3/attempt-1/implement', attempt: 2, prompt: 'Fix (a+b).' }
const fits = (match: SceneMatch) => findScene({ scenes: [{ match, acts: [] }] }, TURN) !== null

it.each<[SceneMatch, boolean]>([
  [{}, true],
  [{ role: 'implementer', step: 'execute/T3/attempt-1/implement', attempt: 2, prompt: '(a+b)' }, true],
  [{ role: 'planner' }, false],
  [{ attempt: 1 }, false],
  [{ prompt: 'fix' }, false],
  [{ step: 'execute/*/attempt-1/implement' }, true],
  [{ step: 'execute/*/implement' }, false],
  [{ step: 'execute/**/implement' }, true],
  [{ step: '**' }, true],
  [{ step: 'execute' }, false],
  [{ step: 'execute.T3*' }, false],
  [{ step: '/T[0-9]+/' }, true],
  [{ step: '/^T3/' }, false],
])('%j fits: %s', (match, expected) => {
  expect(fits(match)).toBe(expected)
})

it('takes the first that fits', () => {
  const scene = (text: string, match: SceneMatch) => ({ match, acts: [{ act: 'say' as const, text }] })
  const script = { scenes: [scene('no', { attempt: 9 }), scene('yes', {}), scene('late', {})] }
  expect(findScene(script, TURN)).toBe(script.scenes[1])
})
