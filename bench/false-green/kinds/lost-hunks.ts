import type { Act } from '../../../src/adapters/agents/scripted/script.ts'
import type { Job } from '../../../test/cheats/job.ts'
import { claim } from '../../../test/cheats/job.ts'
import type { Kind, MadePair } from '../kind.ts'
import type { Project } from '../project.ts'
import { baseFiles, hiddenOf, settingsOf, sourceOf, sourcePath, write } from '../project.ts'

/** A file to which both tasks add at the same place; no test looks at what they add. */
interface Meeting {
  readonly path: string
  readonly text: (lines: readonly string[]) => string
  readonly line: (name: string) => string
}

/** Both tasks name no files, so that they are at work at the same time; the one that comes second has to merge by hand. */
function meeting(project: Project, { path, text, line }: Meeting): MadePair {
  const { old, other, fresh } = project
  const mine = { T1: fresh.name, T2: 'spare' } as const
  const base = text([line(old.name), line(other.name)])
  const job = (resolve: (own: string) => readonly string[]): Job => ({
    files: { ...baseFiles(project), [path]: base },
    settings: settingsOf(project),
    tasks: (['T1', 'T2'] as const).map((id) => {
      const own = mine[id]
      const module: Act = write(
        sourcePath({ ...fresh, name: own }),
        sourceOf({ ...fresh, name: own }, fresh.right),
      )
      const adding = (names: readonly string[]): Act =>
        write(path, text([line(old.name), line(other.name), ...names.map(line)]))
      return {
        id,
        title: `feat: ${own}`,
        writeSet: [],
        first: [module, adding([own]), claim],
        again: [module, adding(resolve(own)), claim],
      }
    }),
  })
  const both = [line(fresh.name), line('spare')]
  const hidden = hiddenOf(project)
  return {
    defective: job((own) => [own]),
    honest: job(() => [fresh.name, 'spare']),
    hidden: { ...hidden, keeps: { ...hidden.keeps, [path]: both } },
  }
}

/** Whoever resolves the conflict drops what the other has written. */
export const lostHunks: Kind = {
  name: 'lost hunks',
  tricks: {
    'an entry of a list': (project) =>
      meeting(project, {
        path: 'src/index.js',
        text: (lines) => `export const names = [\n${lines.join('\n')}\n]\n`,
        line: (name) => `  '${name}',`,
      }),
    'an exported module': (project) =>
      meeting(project, {
        path: 'src/index.js',
        text: (lines) => `${lines.join('\n')}\n`,
        line: (name) => `export * from './${name}.js'`,
      }),
    'a line of the change log': (project) =>
      meeting(project, {
        path: 'CHANGELOG.md',
        text: (lines) => `${lines.join('\n')}\n\nThanks to everybody.\n`,
        line: (name) => `- There is ${name}.`,
      }),
    'a case of a switch': (project) =>
      meeting(project, {
        path: 'src/describe.js',
        text: (lines) =>
          `export function describe(name) {\n  switch (name) {\n${lines.join('\n')}\n    default:\n      return ''\n  }\n}\n`,
        line: (name) => `    case '${name}': return 'It is ${name}.'`,
      }),
  },
}
