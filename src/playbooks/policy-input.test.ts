import { describe, expect, it } from 'vitest'
import { plainPolicy, standardPolicy } from '../policy/run-policy.ts'
import { policyInput } from './policy-input.ts'

describe('the policy in the input of a run', () => {
  it.each([
    ['standard', standardPolicy],
    ['plain', plainPolicy],
  ])('is taken as it is: %s', (_, policy) => {
    expect(policyInput.parse(JSON.parse(JSON.stringify(policy)))).toEqual(policy)
  })

  it('P8: has what the first journals lack as it was then', () => {
    const { process: _, replyRounds: __, ...first } = standardPolicy
    expect(policyInput.parse(first)).toEqual({ ...plainPolicy, replyRounds: 3 })
    const { named: ___, ...planning } = standardPolicy.process.planning
    const process = { ...standardPolicy.process, planning }
    expect(policyInput.parse({ ...standardPolicy, process })).toEqual(standardPolicy)
  })

  it.each([undefined, null, [], 'plain', { process: null }, { tries: 'three' }])('refuses %j', (input) => {
    expect(policyInput.safeParse(input).success).toBe(false)
  })
})
