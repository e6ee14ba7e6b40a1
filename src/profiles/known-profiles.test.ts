import { describe, expect, it } from 'vitest'
import { findProfileFlaws } from '../../test/agents/find-profile-flaws.ts'
import { goose } from './goose.ts'
import { findProfile, knownProfiles } from './known-profiles.ts'
import type { ProgramProfile } from './program-profile.ts'

describe('the known profiles', () => {
  it('can all be true', () => {
    expect(findProfileFlaws(knownProfiles)).toEqual([])
  })

  it('stand in the order in which one is chosen', () => {
    const names = 'claude codex gemini copilot opencode goose grok qwen kimi pi cline droid kilo'
    expect(knownProfiles.map(({ name }) => name)).toEqual(names.split(' '))
  })

  it('are found by their names', () => {
    expect(findProfile('goose')).toBe(goose)
    expect(findProfile('nobody')).toBe(null)
  })
})

describe('a profile that cannot be true', () => {
  const planted: readonly (readonly [string, Partial<ProgramProfile>])[] = [
    ['the name is no word', { name: 'My Agent' }],
    ['it has no title', { title: '' }],
    ['there is no way to lead it', { acp: null, headless: null }],
    ['no version was tried', { tried: [] }],
    ['a version is not exact', { tried: [{ package: 'goose', version: '^1.2.3' }] }],
    ['the Node it needs is ours', { node: 20 }],
    ['nobody is told how to log in', { login: { ...goose.login, how: '' } }],
    ['a login cannot be seen', { login: { ...goose.login, files: [], variables: [] } }],
    ['nobody knows whom it asks', { hosts: [] }],
    ['localhost:1 is no host of the web', { hosts: ['localhost:1'] }],
    ['*.com is no host of the web', { hosts: ['*.com'] }],
    ['it keeps nothing anywhere', { homes: [] }],
    ['a switch is set to nothing', { quiet: { OFF: '' } }],
    ['a pattern remembers where it stopped', { troubles: [{ says: /x/g, means: 'overloaded' }] }],
    ['a pattern remembers where it stopped', { notice: /x/y }],
    ['a command is not split into words', { version: ['goose --version'] }],
    ['a pattern takes in too much', { variables: [...goose.variables, '*'] }],
    ['a path is not below the home', { homes: [...goose.homes, '../elsewhere'] }],
    ['.else is in none of its folders', { homeVariables: { GOOSE_PATH_ROOT: '.else' } }],
    ['AGENT_HOME would not reach it', { homeVariables: { AGENT_HOME: '.goose' } }],
    ['the scripted model has no name', { scripted: { ...goose.scripted, model: '' } }],
    [
      'its recipe does not say where the model is',
      { scripted: { ...goose.scripted, variables: { GOOSE_MODEL: 'm' } } },
    ],
    [
      'nobody fills in {port}',
      { scripted: { ...goose.scripted, variables: { GOOSE_MODEL: '{url}:{port}' } } },
    ],
  ]
  it.each(planted)('is told: %s', (flaw, wrong) => {
    const profile = { ...goose, ...wrong }
    expect(findProfileFlaws([profile])).toContain(`${profile.name}: ${flaw}`)
  })

  it('is told: the name is taken twice', () => {
    expect(findProfileFlaws([goose, goose])).toEqual(['goose: the name is taken twice'])
  })
})
