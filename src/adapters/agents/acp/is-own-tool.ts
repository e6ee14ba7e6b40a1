import type { ToolServer } from '../../../kernel/ports/tools.ts'

/**
 * Whether a call's title is one of our own tools and nothing more. Programs put the server's name before or behind
 * it, each in its own way: `mcp__tutti__wisdom`, `tutti_wisdom`, `wisdom (tutti MCP Server)`, `Tool: tutti/wisdom`.
 * Copilot asks with the bare name, which is enough where it is no common word: `submit_result`.
 */
export function isOwnTool(
  { name: server, tools }: Pick<ToolServer, 'name' | 'tools'>,
  title: string,
): boolean {
  const words = title
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  const before = new RegExp(`^(?:(?:mcp|tool|call|run|use)_)*${server}_(?:mcp_|server_)*(.+)$`).exec(
    words,
  )?.[1]
  const behind = new RegExp(`^(.+?)_${server}(?:_mcp)?(?:_server|_tool)?$`).exec(words)?.[1]
  const bare = title.includes('_') ? title : undefined
  return [bare, before, behind].some((name) => name !== undefined && tools.includes(name))
}
