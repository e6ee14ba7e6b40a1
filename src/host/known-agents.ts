/** Programs that speak the Agent Client Protocol by themselves or through an adapter, and how they are started. */
export const knownAgents: readonly {
  readonly name: string
  readonly command: readonly [string, ...string[]]
}[] = [
  { name: 'claude', command: ['claude-agent-acp'] },
  { name: 'codex', command: ['codex-acp'] },
  { name: 'gemini', command: ['gemini', '--acp'] },
  { name: 'copilot', command: ['copilot', '--acp'] },
  { name: 'opencode', command: ['opencode', 'acp'] },
  { name: 'goose', command: ['goose', 'acp', '--with-builtin', 'developer'] },
  { name: 'grok', command: ['grok', 'agent', 'stdio'] },
  { name: 'qwen', command: ['qwen', '--acp'] },
  { name: 'kimi', command: ['kimi', 'acp'] },
]
