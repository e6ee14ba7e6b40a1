import { dirname } from 'node:path/posix'
import { fillRecipe } from '../profiles/fill-recipe.ts'
import { freshHome } from '../profiles/fresh-home.ts'
import { findProfile, knownProfiles } from '../profiles/known-profiles.ts'
import type { ProgramProfile } from '../profiles/program-profile.ts'
import { RunFailure } from '../kernel/failure.ts'

/** How an agent program is made to ask a model on this machine, in a home of its own. */
export interface PointedAgent {
  readonly agent: string
  /** The model that the agent then runs. */
  readonly model: string
  /** Values begin with `$home` where they name a place in the fresh home. */
  readonly variables: Readonly<Record<string, string>>
  /** By path below the fresh home. */
  readonly files: Readonly<Record<string, string>>
  /** The same as lines for a shell, with the fresh home made by the first of them. */
  readonly shell: readonly string[]
}

/** Throws `bad-input` for a program that is not known. */
export function requireProfile(name: string): ProgramProfile {
  const profile = findProfile(name)
  if (profile !== null) return profile
  const names = knownProfiles.map((known) => known.name).join(', ')
  throw new RunFailure({
    code: 'bad-input',
    message: `No agent called ${name} is known; use one of ${names}.`,
  })
}

export function pointAgent(profile: ProgramProfile, url: string): PointedAgent {
  const { variables, files } = fillRecipe(profile, url)
  const home = freshHome(profile, '$home')
  const own = { ...profile.quiet, ...variables }
  return {
    agent: profile.name,
    model: profile.scripted.model,
    variables: { ...home, ...own },
    files,
    shell: [
      `# ${profile.title} asks the scripted model at ${url}, from a fresh home; git goes on knowing you.`,
      'home="$(mktemp -d)"',
      'export GIT_CONFIG_GLOBAL="${GIT_CONFIG_GLOBAL:-$HOME/.gitconfig}"',
      ...Object.entries(home).map(([name, value]) => `export ${name}="${value}"`),
      ...Object.entries(own).map(([name, value]) => `export ${name}=${quote(value)}`),
      ...Object.entries(files).flatMap(([path, text]) => [
        `mkdir -p "$home/${dirname(path)}"`,
        `cat > "$home/${path}" <<'END_OF_FILE'`,
        text.replace(/\n$/, ''),
        'END_OF_FILE',
      ]),
    ],
  }
}

function quote(value: string): string {
  return /^[\w.:/@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`
}
