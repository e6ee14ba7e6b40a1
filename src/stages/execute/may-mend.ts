/** Those who look at code or write about it, and do not mend it. */
const LOOKERS: readonly string[] = [
  'browser-tester',
  'mobile-tester',
  'designer',
  'mobile-designer',
  'documentation-writer',
]

/** Whether a role mends code itself; for the others the implementer does. */
export function mayMend(role: string, mending: 'own' | 'implementer' = 'own'): boolean {
  return mending === 'own' ? !LOOKERS.includes(role) : role.endsWith('implementer')
}
