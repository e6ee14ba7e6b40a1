#!/usr/bin/env node

// Not imported by name: where the system does not even let us open our own files, that is said in one sentence too.
try {
  const { closeInherited } = await import('./host/close-inherited.ts')
  closeInherited()
  const { main } = await import('./surfaces/cli/main.ts')
  process.exitCode = await main(process)
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(
    `tutti: Tutti cannot load its own files (${reason}); raise the limit of open files (\`ulimit -n\`) to 256 or more, or install it anew.\n`,
  )
  process.exitCode = 8
}
