import type { StoryEnd } from './story.ts'

/** The stages that a run has entered, each once, in order. */
export function stagesOf({ view }: StoryEnd): readonly string[] {
  return [...new Set(view.stages.map(({ stage }) => stage))]
}

export function differs(what: string, found: unknown, expected: unknown): readonly string[] {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
  return one === other ? [] : [`${what}: ${one}, not ${other}`]
}

export async function deliveredFiles({ git }: StoryEnd): Promise<readonly string[]> {
  return (await git('diff', '--name-only', 'main', 'tutti/story')).split('\n').filter((line) => line !== '')
}

export function missing(found: readonly string[], wanted: readonly string[]): readonly string[] {
  return wanted.filter((path) => !found.includes(path)).map((path) => `${path} was not delivered`)
}

/** How many turns there were whose step has this part. */
export function turnsOf({ turns }: StoryEnd, part: string): number {
  return turns.filter((step) => step.includes(part)).length
}
