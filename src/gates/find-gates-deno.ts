import type { FoundGate, RepositoryFiles } from './found-gate.ts'
import { declaredGate, foundKinds, usualGate, usualNames } from './found-gate.ts'
import { fieldIn, parseJson, textIn } from './reports/loose-json.ts'

/** The tasks of deno.json; without one for tests, `deno test` where there are any. */
export async function findDenoGates({ files, has, read }: RepositoryFiles): Promise<readonly FoundGate[]> {
  if (!has('deno.json', 'deno.jsonc')) return []
  const text = (await read('deno.json')) ?? (await read('deno.jsonc')) ?? ''
  const tasks = fieldIn(parseJson(withoutComments(text)), 'tasks')
  const names = new Set(
    typeof tasks !== 'object' || tasks === null
      ? []
      : Object.entries(tasks)
          .filter(
            ([, task]) =>
              !/(?:^|\s)--watch\b/.test(typeof task === 'string' ? task : (textIn(task, 'command') ?? '')),
          )
          .map(([name]) => name),
  )
  const gates = foundKinds.flatMap((kind) => {
    const name = usualNames[kind].find((each) => names.has(each))
    return name === undefined ? [] : [declaredGate(kind, `deno task ${name}`)]
  })
  const isTested = gates.some(({ kind }) => kind === 'test')
  const hasTests = files.some((path) => /(?:^|[/_.])test\.[mc]?[jt]sx?$/.test(path))
  return isTested || !hasTests ? gates : [...gates, usualGate('test', 'deno test -A')]
}

/** JSON with comments and trailing commas as JSON. */
function withoutComments(text: string): string {
  return text
    .replace(
      /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g,
      (_, kept: string | undefined) => kept ?? '',
    )
    .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_, kept: string | undefined) => kept ?? '')
}
