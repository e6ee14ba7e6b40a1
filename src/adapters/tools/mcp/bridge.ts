import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { mcpFace } from './mcp-face.ts'
import { remoteTools } from './remote-tools.ts'

/** The tools for agents that start their servers: takes where and with which token from its environment alone. */
function main(): void {
  const { TUTTI_TOOLS_URL: url, TUTTI_TOOLS_TOKEN: token } = process.env
  if (url === undefined || token === undefined) {
    process.stderr.write('This program is started by an agent that Tutti conducts, not by hand.\n')
    process.exit(2)
  }
  const source = remoteTools(url, token)
  serveStdio(() => mcpFace(source, '1'))
  process.stdin.on('end', () => process.exit(0))
}

main()
