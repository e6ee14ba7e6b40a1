import type { ProgramProfile } from './program-profile.ts'

/** The command that installs a program in the version that was tried, and what it needs. */
export function installLine({ tried, node }: ProgramProfile): string {
  const packages = tried.map((each) => `${each.package}@${each.version}`).join(' ')
  return `npm install -g ${packages}${node === undefined ? '' : ` (needs Node ${node} or newer)`}`
}
