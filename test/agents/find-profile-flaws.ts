import { parseHostPattern } from '../../src/kernel/host-pattern.ts'
import { isOwnVariable } from '../../src/profiles/is-own-variable.ts'
import type { ProgramProfile } from '../../src/profiles/program-profile.ts'

/** What cannot be true of profiles, one sentence for each. */
export function findProfileFlaws(profiles: readonly ProgramProfile[]): readonly string[] {
  const names = profiles.map(({ name }) => name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  return [...twice.map((name) => `${name}: the name is taken twice`), ...profiles.flatMap(flawsOf)]
}

function flawsOf(profile: ProgramProfile): readonly string[] {
  const { name } = profile
  const flaws = [
    !/^[a-z][a-z0-9-]*$/.test(name) && 'the name is no word',
    profile.title === '' && 'it has no title',
    profile.acp === null && profile.headless === null && 'there is no way to lead it',
    profile.tried.length === 0 && 'no version was tried',
    profile.tried.some(({ version }) => !/^\d+\.\d+\.\d+$/.test(version)) && 'a version is not exact',
    (profile.node ?? 22) <= 20 && 'the Node it needs is ours',
    profile.login.how === '' && 'nobody is told how to log in',
    profile.login.files.length + profile.login.variables.length === 0 && 'a login cannot be seen',
    profile.hosts.length === 0 && 'nobody knows whom it asks',
    ...hostFlaws(profile),
    profile.homes.length === 0 && 'it keeps nothing anywhere',
    Object.values(profile.quiet).includes('') && 'a switch is set to nothing',
    isStateful(profile) && 'a pattern remembers where it stopped',
    ...wordFlaws(profile),
    ...folderFlaws(profile),
    ...recipeFlaws(profile),
  ]
  return flaws.filter((flaw) => flaw !== false).map((flaw) => `${name}: ${flaw}`)
}

function hostFlaws({ hosts }: ProgramProfile): readonly (string | false)[] {
  return hosts.map((host) => parseHostPattern(host)?.port !== null && `${host} is no host of the web`)
}

function wordFlaws({ acp, version, variables }: ProgramProfile): readonly (string | false)[] {
  const commands = [version, ...(acp === null ? [] : [acp.command])]
  return [
    commands.flat().some((word) => word === '' || /\s/.test(word)) && 'a command is not split into words',
    variables.some((pattern) => !/^[A-Z][A-Z0-9_]*\*?$/.test(pattern)) && 'a pattern takes in too much',
  ]
}

function folderFlaws(profile: ProgramProfile): readonly (string | false)[] {
  const { homes, homeVariables, login, scripted } = profile
  const isBelow = (path: string): boolean =>
    homes.some((home) => path === home || path.startsWith(`${home}/`))
  const named = Object.values(homeVariables).filter((path) => path !== '')
  const paths = [...homes, ...named, ...login.files, ...Object.keys(scripted.files)]
  const kept = [...named, ...Object.keys(scripted.files)]
  return [
    paths.some((path) => path === '' || /^[/~]|(^|\/)\.\.?(\/|$)/.test(path)) &&
      'a path is not below the home',
    ...kept.filter((path) => !isBelow(path)).map((path) => `${path} is in none of its folders`),
  ]
}

function recipeFlaws(profile: ProgramProfile): readonly (string | false)[] {
  const { login, homeVariables, scripted } = profile
  const texts = [...Object.values(scripted.variables), ...Object.values(scripted.files)]
  const placeholders = new Set(texts.flatMap((text) => text.match(/\{[a-z]+\}/g) ?? []))
  const own = [...login.variables, ...Object.keys(homeVariables), ...Object.keys(scripted.variables)]
  return [
    scripted.model === '' && 'the scripted model has no name',
    !placeholders.delete('{url}') && 'its recipe does not say where the model is',
    placeholders.size > 0 && `nobody fills in ${[...placeholders].join(' ')}`,
    ...own
      .filter((variable) => !isOwnVariable(variable, profile))
      .map((variable) => `${variable} would not reach it`),
  ]
}

function isStateful({ troubles, notice }: ProgramProfile): boolean {
  const patterns = [...troubles.map(({ says }) => says), ...(notice === undefined ? [] : [notice])]
  return patterns.some(({ global, sticky }) => global || sticky)
}
