import type { ProgramProfile } from './program-profile.ts'

const FOLDERS: Readonly<Record<string, string>> = {
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
  XDG_STATE_HOME: '.local/state',
  XDG_CACHE_HOME: '.cache',
}

/** The variables that make `home`, an absolute path, the only home a program knows; `null`: any program's. */
export function freshHome(
  profile: Pick<ProgramProfile, 'homeVariables'> | null,
  home: string,
): Readonly<Record<string, string>> {
  const below = Object.entries({ ...FOLDERS, ...profile?.homeVariables })
  return {
    HOME: home,
    ...Object.fromEntries(below.map(([name, path]) => [name, path === '' ? home : `${home}/${path}`])),
  }
}
