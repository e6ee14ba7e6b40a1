import { defineConfig } from 'vitest/config'

// Vitest reads its settings from a default export; nothing else in the project has one.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/setup/forget-credentials.ts', 'test/setup/quick-folder.ts'],
    setupFiles: ['test/setup/forget-credentials.ts', 'test/setup/quick-folder.ts'],
    // Most of a test's time is spent in other processes, or waiting for them.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
