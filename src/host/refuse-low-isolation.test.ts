import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../config/default-settings.ts'
import type { FoundIsolation, IsolationLevel } from '../kernel/ports/isolation.ts'
import { refuseLowIsolation } from './refuse-low-isolation.ts'

function start(least: IsolationLevel, level: IsolationLevel): Promise<void> {
  const found: FoundIsolation = { level, tool: null, missing: 'install bubblewrap', holds: [], lacks: [] }
  const policy = { ...DEFAULT_SETTINGS.policy, isolation: least }
  return refuseLowIsolation({ isolation: 'sandbox', policy }, () => Promise.resolve(found))
}

test('P11: no run starts with less isolation than its policy demands, and says how to get it', async () => {
  await expect(start('sandbox', 'namespaces')).rejects.toThrow(
    'The policy demands isolation "sandbox" and here only "namespaces" holds, so nothing was started; to get it: install bubblewrap.',
  )
  await expect(start('namespaces', 'none')).rejects.toThrow('demands isolation "namespaces"')
  await start('namespaces', 'sandbox')
  await start('sandbox', 'sandbox')
  await start('none', 'none')
})
