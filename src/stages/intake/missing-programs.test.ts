import { expect, it } from 'vitest'
import { missingPrograms } from './missing-programs.ts'

it.each<[string, readonly string[]]>([
  ['> x@1.0.0 test\n> xo && ava\n\nsh: 1: xo: not found\n', ['xo']],
  ['/bin/sh: 1: uv: not found', ['uv']],
  ['bash: line 3: cargo: command not found', ['cargo']],
  ['sh: line 1: pytest: command not found', ['pytest']],
  ['zsh:1: command not found: just', ['just']],
  ['sh: 1: ./gradlew: not found', ['./gradlew']],
  ['sh: 1: a: not found\nsh: 1: a: not found\nsh: 1: b: not found', ['a', 'b']],
  ['The page was not found', []],
])('reads %j', (output, programs) => {
  expect(missingPrograms(127, output)).toEqual(programs)
})

it('believes nothing else of a command that found its programs', () => {
  expect(missingPrograms(1, 'sh: 1: xo: not found')).toEqual([])
})
