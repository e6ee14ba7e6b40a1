import type { HeadlessWay } from '../headless-way.ts'

const command = ['codex', 'exec', '--json', '--skip-git-repo-check', '{options}'] as const

/** Codex 0.166.0: usage counts the whole thread; what its sandbox stops is a command that failed. */
export const codexHeadless: HeadlessWay = {
  command: [...command, '-'],
  resume: [...command, 'resume', '{session}', '-'],
  session: 'told',
  lost: /no rollout found for thread id/,
  model: ['-m', '{model}'],
  access: {
    read: { arguments: ['--sandbox', 'read-only'] },
    write: {
      arguments: ['--sandbox', 'workspace-write', '-c', 'sandbox_workspace_write.network_access=true'],
    },
  },
  readOnly: 'program',
  without: {
    exec: { arguments: ['--disable', 'shell_tool', '--disable', 'unified_exec'] },
    network: {
      arguments: ['-c', 'sandbox_workspace_write.network_access=false', '-c', 'web_search="disabled"'],
    },
  },
  prompt: 'input',
  tools: {
    arguments: [
      '-c',
      'mcp_servers.{name}.command={command}',
      '-c',
      'mcp_servers.{name}.args={args}',
      '-c',
      'mcp_servers.{name}.env_vars={names}',
      '-c',
      'mcp_servers.{name}.default_tools_approval_mode="approve"',
      // Without it the first request goes out while the server is still starting, and the model sees no tool of it.
      '-c',
      'mcp_servers.{name}.required=true',
      '-c',
      'mcp_servers.{name}.startup_timeout_sec=60',
    ],
  },
  output: {
    session: [{ where: { type: 'thread.started' }, values: ['thread_id'] }],
    model: [],
    says: [{ where: { type: 'item.completed', 'item.type': 'agent_message' }, values: ['item.text'] }],
    saysIn: 'messages',
    thinks: [{ where: { type: 'item.completed', 'item.type': 'reasoning' }, values: ['item.text'] }],
    tools: [
      { where: { type: 'item.started', 'item.type': 'command_execution' }, values: ['item.command'] },
      {
        where: { type: 'item.completed', 'item.type': 'command_execution', 'item.status': 'failed' },
        values: ['item.status', 'item.command', 'item.aggregated_output'],
      },
      { where: { type: 'item.completed', 'item.type': 'file_change' }, values: ['item.changes'] },
      {
        where: { type: 'item.completed', 'item.type': 'mcp_tool_call' },
        values: ['item.server', 'item.tool', 'item.status'],
      },
      { where: { type: 'item.completed', 'item.type': 'web_search' }, values: ['item.query'] },
    ],
    refusals: [
      {
        where: { type: 'item.completed', 'item.status': 'declined' },
        values: ['item.command', 'item.changes'],
      },
    ],
    failures: [{ where: { type: 'turn.failed' }, values: ['error.message'] }],
    complaints: [{ where: { type: 'error' }, values: ['message'] }],
    ends: [{ where: { type: 'turn.completed' }, values: [] }],
  },
  tokens: {
    report: 'cumulative',
    from: [{ where: { type: 'turn.completed' }, values: ['usage.input_tokens', 'usage.output_tokens'] }],
  },
  usd: { report: 'never', from: [] },
}
