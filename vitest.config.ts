import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

const areAgentsNamed = Boolean(process.env['TUTTI_TEST_AGENT_NAMES'])

// Vitest reads its settings from a default export; nothing else in the project has one.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Real agents are installed apart: `npm run test:agents` names them. Kills, stories and cheats take long: `npm run test:crash`.
    exclude: [
      ...configDefaults.exclude,
      ...(areAgentsNamed ? [] : ['test/real/**']),
      ...(process.env['TUTTI_TEST_CUTS']
        ? []
        : [
            'test/stories/**',
            'test/attacks/**',
            'test/cheats/cheats.test.ts',
            'test/crash/{crash-matrix,real-cli}.test.ts',
          ]),
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
