import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

const areAgentsNamed = Boolean(process.env['TUTTI_TEST_AGENT_NAMES'])
const isRest = Boolean(process.env['TUTTI_TEST_REST'])

/** Kills, stories and cheats: `npm run test:crash`. */
const cuts = [
  'test/stories/**',
  'test/attacks/**',
  'test/cheats/cheats.test.ts',
  'test/crash/{crash-matrix,real-cli}.test.ts',
]

/** Slow, and more of what `npm test` proves by one of its kind: `npm run test:rest`. */
const rest = [
  'src/adapters/git/deep-folders.test.ts',
  'src/contracts/take-turn.test.ts',
  'src/host/agents/test-agent.test.ts',
  'src/playbooks/{accepted-tests,moved-target}.test.ts',
  'src/records/book.test.ts',
  'src/stages/{after-try,specify/in-place-files}.test.ts',
  'test/e2e/!(demo|help|library|people|plan|policy|report).test.ts',
  'test/hostile/{agents,arguments,disk-full,locks,repositories}.test.ts',
  'test/merges/{judge-scenario,merges}.test.ts',
  'test/processes/in-place.test.ts',
  'test/processes/gem-team/!(gem-team).test.ts',
  'test/processes/{jira-loop,controlflow}/*.test.ts',
  'test/processes/team-coordinate/!(team-coordinate).test.ts',
]
const isNamed = process.argv.some((word) => /\.test|^(src|test)\//.test(word))

// Vitest reads its settings from a default export; nothing else in the project has one.
export default defineConfig({
  test: {
    include: isRest ? rest : ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      // Real agents are installed apart: `npm run test:agents` names them.
      ...(areAgentsNamed ? [] : ['test/real/**']),
      ...(process.env['TUTTI_TEST_CUTS'] ? [] : cuts),
      // Whoever names a file wants it.
      ...(isRest || isNamed ? [] : rest),
    ],
    globalSetup: ['test/setup/forget-credentials.ts', 'test/setup/quick-folder.ts'],
    setupFiles: ['test/setup/forget-credentials.ts', 'test/setup/quick-folder.ts'],
    // No test leaves anything behind in its process: the modules are loaded once in each worker, not for every file.
    isolate: false,
    // Most of a test's time is spent waiting for other processes; real agents keep a core busy each.
    maxWorkers: Math.ceil(availableParallelism() * (areAgentsNamed ? 1 : 1.5)),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
