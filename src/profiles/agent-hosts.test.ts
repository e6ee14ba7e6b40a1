import { expect, test } from 'vitest'
import { matchesHost } from '../kernel/host-pattern.ts'
import type { ReachingAgent } from './agent-hosts.ts'
import { agentHosts } from './agent-hosts.ts'
import { codex } from './codex.ts'
import { goose } from './goose.ts'
import { opencode } from './opencode.ts'

function reaches(agent: ReachingAgent, env: Record<string, string>, host: string, port = 443): boolean {
  return agentHosts(agent, env).some((pattern) => matchesHost(pattern, host, port))
}

test('P11: an agent reaches its own service and registries, and not the service of another', () => {
  expect(reaches({ program: codex }, {}, 'api.openai.com')).toBe(true)
  expect(reaches({ program: codex }, {}, 'registry.npmjs.org')).toBe(true)
  expect(reaches({ program: codex }, {}, 'api.anthropic.com')).toBe(false)
  expect(reaches({ program: codex }, {}, 'example.com')).toBe(false)
})

test('P11: an agent reaches what its own variables name, and nothing that those of others name', () => {
  const env = {
    OPENAI_BASE_URL: 'http://127.0.0.1:8080/v1',
    OPENAI_HOST: 'https://llm.corp',
    DATABASE_URL: 'http://db.corp:5432',
  }
  expect(reaches({ program: codex }, env, '127.0.0.1', 8080)).toBe(true)
  expect(reaches({ program: codex }, env, '127.0.0.1', 8081)).toBe(false)
  expect(reaches({ program: codex }, env, 'llm.corp')).toBe(true)
  expect(reaches({ program: codex }, env, 'db.corp', 5432)).toBe(false)
  expect(reaches({ program: codex, env: { DATABASE_URL: '' } }, env, 'db.corp', 5432)).toBe(true)
  expect(reaches({ program: goose }, { OLLAMA_HOST: 'localhost:11434' }, 'localhost', 11_434)).toBe(true)
  const config = JSON.stringify({ options: { baseURL: 'http://localhost:4100/v1' } })
  expect(reaches({ program: opencode }, { OPENCODE_CONFIG_CONTENT: config }, 'localhost', 4100)).toBe(true)
})

test('a command of the own may ask every known service', () => {
  for (const host of ['api.openai.com', 'api.anthropic.com', 'api.x.ai']) {
    expect(reaches({ program: null }, {}, host), host).toBe(true)
  }
  expect(reaches({ program: null }, { MY_BASE_URL: 'http://localhost:1234' }, 'localhost', 1234)).toBe(true)
  expect(reaches({ program: null }, { MY_URL: 'http://localhost:1234' }, 'localhost', 1234)).toBe(false)
})
