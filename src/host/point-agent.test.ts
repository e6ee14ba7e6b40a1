import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { knownProfiles } from '../profiles/known-profiles.ts'
import { pointAgent, requireProfile } from './point-agent.ts'

const URL = 'http://127.0.0.1:4100'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tutti-point-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each(knownProfiles.map((profile) => [profile.name, profile] as const))(
  'a shell that was given the lines for %s has its variables and files',
  (_name, profile) => {
    const { shell, variables, files } = pointAgent(profile, URL)
    const env = { PATH: process.env['PATH'] ?? '', HOME: '/home/me', TMPDIR: folder }
    const printed = execFileSync('sh', ['-eu', '-c', `${shell.join('\n')}\nenv -0`], {
      env,
      encoding: 'utf8',
    })
    const seen = Object.fromEntries(
      printed
        .split('\0')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    const home = seen['HOME'] ?? ''
    expect(home.startsWith(`${folder}/`)).toBe(true)
    expect(seen).toMatchObject(
      Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [name, value.replace(/^\$home/, home)]),
      ),
    )
    expect(seen['GIT_CONFIG_GLOBAL']).toBe('/home/me/.gitconfig')
    for (const [path, text] of Object.entries(files)) {
      expect(readFileSync(join(home, path), 'utf8').trimEnd()).toBe(text.trimEnd())
    }
    expect(JSON.stringify([variables, files])).toContain(URL)
    expect(JSON.stringify([variables, files])).not.toContain('{url}')
  },
)

it('says which agents are known when one is not', () => {
  expect(() => requireProfile('nobody')).toThrow(/^No agent called nobody is known; use one of .*codex/)
})
