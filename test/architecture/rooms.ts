export interface Room {
  readonly name: string
  /** Each is closed to the others of its row; a row of one file names that file. */
  readonly folders: readonly string[]
  readonly holds: string
  /** Names of rooms above this one; a folder may always import itself. */
  readonly imports: readonly string[]
  readonly packages: readonly string[]
  readonly purity: 'pure' | 'node' | 'browser'
}

const pureRooms = [
  'kernel',
  'profiles',
  'plan',
  'policy',
  'config',
  'contracts',
  'gates',
  'stages',
  'records',
  'playbooks',
]
const adapterRooms = ['turns', 'agents', 'models', 'tools', 'places', 'secrets', 'adapters']

/** Who may import whom, from the bottom of the house up. ARCHITECTURE.md shows this same table. */
export const rooms: readonly Room[] = [
  {
    name: 'kernel',
    folders: ['src/kernel'],
    holds: 'plays a run from its journal; the types of every port',
    imports: [],
    packages: ['zod'],
    purity: 'pure',
  },
  {
    name: 'profiles',
    folders: ['src/profiles'],
    holds: 'what is known of each agent program, as data',
    imports: ['kernel'],
    packages: [],
    purity: 'pure',
  },
  {
    name: 'plan',
    folders: ['src/plan'],
    holds: 'plan as data: schema, graph, write-sets, scheduling',
    imports: ['kernel'],
    packages: ['zod'],
    purity: 'pure',
  },
  {
    name: 'policy',
    folders: ['src/policy'],
    holds: 'every number and choice in which processes differ',
    imports: ['kernel', 'plan'],
    packages: ['zod'],
    purity: 'pure',
  },
  {
    name: 'config',
    folders: ['src/config'],
    holds: 'tutti.yaml: schema, parsing with locations, precedence',
    imports: ['kernel', 'plan', 'policy'],
    packages: ['zod', 'yaml'],
    purity: 'pure',
  },
  {
    name: 'contracts',
    folders: ['src/contracts'],
    holds: 'what each role is asked, and how its reply is judged',
    imports: ['kernel', 'plan'],
    packages: ['zod'],
    purity: 'pure',
  },
  {
    name: 'gates',
    folders: ['src/gates'],
    holds: 'how work is proven',
    imports: ['kernel', 'plan', 'policy', 'contracts'],
    packages: ['zod', 'saxes'],
    purity: 'pure',
  },
  {
    name: 'stages',
    folders: ['src/stages'],
    holds: 'the movements of a run',
    imports: ['kernel', 'plan', 'policy', 'config', 'contracts', 'gates'],
    packages: ['zod'],
    purity: 'pure',
  },
  {
    name: 'records',
    folders: ['src/records'],
    holds: "a process's own files: what they are like, told from the journal, read back",
    imports: ['kernel', 'plan', 'policy', 'config', 'contracts', 'gates', 'stages'],
    packages: ['zod', 'yaml'],
    purity: 'pure',
  },
  {
    name: 'playbooks',
    folders: ['src/playbooks'],
    holds: 'whole processes, each told as its story',
    imports: ['kernel', 'plan', 'policy', 'config', 'contracts', 'gates', 'stages', 'records'],
    packages: ['zod'],
    purity: 'pure',
  },
  {
    name: 'turns',
    folders: ['src/adapters/agents/turns'],
    holds: 'what turns with every kind of agent have in common',
    imports: ['kernel', 'profiles'],
    packages: [],
    purity: 'node',
  },
  {
    name: 'agents',
    folders: ['src/adapters/agents/acp', 'src/adapters/agents/headless', 'src/adapters/agents/scripted'],
    holds: 'coding agents, real and scripted',
    imports: ['kernel', 'profiles', 'turns'],
    packages: ['@agentclientprotocol/sdk'],
    purity: 'node',
  },
  {
    name: 'models',
    folders: ['src/adapters/models/scripted'],
    holds: 'a model that plays a scenario, for agents that are tried without one',
    imports: ['kernel', 'profiles'],
    packages: ['zod'],
    purity: 'node',
  },
  {
    name: 'tools',
    folders: ['src/adapters/tools/direct', 'src/adapters/tools/mcp'],
    holds: 'what agents may call of ours',
    imports: ['kernel'],
    packages: ['@modelcontextprotocol/server'],
    purity: 'node',
  },
  {
    name: 'places',
    folders: ['src/adapters/places'],
    holds: 'our own folders, reached by what they are and not by their paths',
    imports: ['kernel'],
    packages: [],
    purity: 'node',
  },
  {
    name: 'secrets',
    folders: ['src/adapters/secrets'],
    holds: 'what a secret looks like',
    imports: ['kernel'],
    packages: ['@secretlint/secretlint-rule-preset-recommend'],
    purity: 'node',
  },
  {
    name: 'adapters',
    folders: [
      'src/adapters/clock',
      'src/adapters/commands/process',
      'src/adapters/files',
      'src/adapters/git',
      'src/adapters/journal/jsonl',
      'src/adapters/journal/memory',
      'src/adapters/network',
      'src/adapters/processes',
      'src/adapters/seal',
      'src/adapters/store/files',
      'src/adapters/store/memory',
    ],
    holds: 'every other outside thing',
    imports: ['kernel', 'places'],
    packages: ['@anthropic-ai/sandbox-runtime'],
    purity: 'node',
  },
  {
    name: 'protocol',
    folders: ['src/protocol'],
    holds: 'the wire: commands in, views out',
    imports: pureRooms,
    packages: ['zod'],
    purity: 'pure',
  },
  {
    name: 'host',
    folders: ['src/host'],
    holds: 'builds the world and owns live runs',
    imports: [...pureRooms, ...adapterRooms, 'protocol'],
    packages: ['jiti', 'zod'],
    purity: 'node',
  },
  {
    name: 'surfaces',
    folders: ['src/surfaces/cli'],
    holds: 'thin ways in, each its own',
    imports: ['kernel', 'config', 'protocol', 'host'],
    packages: ['commander'],
    purity: 'node',
  },
  {
    name: 'testing',
    folders: ['src/testing'],
    holds: 'what playbook tests stand on',
    imports: ['kernel', ...adapterRooms],
    packages: [],
    purity: 'node',
  },
  {
    name: 'main',
    folders: ['src/main.ts'],
    holds: 'the program',
    imports: ['host', 'surfaces'],
    packages: [],
    purity: 'node',
  },
  {
    name: 'public',
    folders: ['src/index.ts', 'src/testing.ts'],
    holds: 'the public API, the only barrels',
    imports: [...pureRooms, ...adapterRooms, 'protocol', 'host', 'testing'],
    packages: [],
    purity: 'node',
  },
]

/** The room a file belongs to and the folder of it, or `null` when it belongs to none. */
export function findRoom(
  path: string,
  table: readonly Room[] = rooms,
): { readonly room: Room; readonly folder: string } | null {
  for (const room of table) {
    const folder = room.folders.find((place) => path === place || path.startsWith(`${place}/`))
    if (folder !== undefined) return { room, folder }
  }
  return null
}
