import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { knownSecrets } from './known-secrets.ts'

it('P11: values of secret variables and of logins are known, words and paths are none', async () => {
  const home = await mkdtemp(join(tmpdir(), 'tutti-known-'))
  try {
    await mkdir(join(home, '.codex'))
    const login = {
      tokens: { access: 'Zm9vYmFyMDEyMzQ1Njc4OWFiY2RlZg', id: 'x' },
      at: '2026-01-01T00:00:00.000Z',
    }
    await writeFile(join(home, '.codex/auth.json'), JSON.stringify(login))
    const environment = {
      HOME: home,
      SHOP_TOKEN: 'aB3dE6gH9jK2',
      DB_PASSWORD: 'postgres',
      SSH_AUTH_SOCK: '/tmp/ssh-X1b2C3d4E5/agent.1',
      API_KEY: 'true',
      SERVICE_AUTH_TOKEN: '0f8fad5b-d9cb-469f-a165-70867728950e',
      KEY_URL: 'https://keys.shop.test/Abc123Def456',
      PATH: '/usr/bin:Abc123Def456',
    }
    const of = { login: { files: ['.codex/auth.json', '.not/there'], variables: [], how: '' } }
    expect(await knownSecrets(environment, [of])).toEqual(['aB3dE6gH9jK2', 'Zm9vYmFyMDEyMzQ1Njc4OWFiY2RlZg'])
  } finally {
    await rm(home, { recursive: true })
  }
})
