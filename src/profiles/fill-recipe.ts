import type { ProgramProfile } from './program-profile.ts'

/** What points a program at a model on this machine: variables, and files by their path below a fresh home. */
export interface FilledRecipe {
  readonly variables: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
}

/** The scripted recipe of a program for the model that listens at `url`, such as `http://127.0.0.1:4000`. */
export function fillRecipe({ scripted }: Pick<ProgramProfile, 'scripted'>, url: string): FilledRecipe {
  const base = url.replace(/\/+$/, '')
  const fill = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.replaceAll('{url}', base)]))
  return { variables: fill(scripted.variables), files: fill(scripted.files) }
}
