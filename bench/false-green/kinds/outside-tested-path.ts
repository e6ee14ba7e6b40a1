import type { Kind, MadePair } from '../kind.ts'
import type { Project } from '../project.ts'
import { adding, answersOf, hiddenOf, rewriteJob, sourceOf, sourcePath, write } from '../project.ts'

/** Loads every module, as a compiler or a bundler would. */
const builder = [
  "import { readdirSync } from 'node:fs'",
  "for (const name of readdirSync('src')) await import(`./src/${name}`)",
  "console.log('built')",
  '',
].join('\n')

/** A new module that no test knows, beside the one that was asked for. */
function besides(project: Project, broken: string, whole: string): MadePair {
  const { fresh, test } = project
  const over = {
    files: { 'build.mjs': builder },
    settings: {
      verify: [
        { name: 'build', command: 'node build.mjs' },
        { name: 'test', command: test },
      ],
    },
    task: { title: `feat: ${fresh.name}, and a command for it`, more: ['src/command.js'] },
  }
  const hidden = hiddenOf(project, { commands: ['node build.mjs'] })
  return {
    defective: rewriteJob(project, [...adding(project), write('src/command.js', broken)], over),
    honest: rewriteJob(project, [...adding(project), write('src/command.js', whole)], over),
    hidden: { ...hidden, answers: [...hidden.answers, answersOf(fresh)] },
  }
}

/** What the tests look at is right; something else is broken, as another gate can tell. */
export const outsideTestedPath: Kind = {
  name: 'broken outside the tests',
  tricks: {
    'a name that nobody exports': (project) =>
      besides(
        project,
        `import { ${project.fresh.name}s } from './${project.fresh.name}.js'\nexport const command = ${project.fresh.name}s\n`,
        `import { ${project.fresh.name} } from './${project.fresh.name}.js'\nexport const command = ${project.fresh.name}\n`,
      ),
    'a module that is not there': (project) =>
      besides(
        project,
        `export { ${project.fresh.name} } from './${project.fresh.name}/index.js'\n`,
        `export { ${project.fresh.name} } from './${project.fresh.name}.js'\n`,
      ),
    'no JavaScript': (project) =>
      besides(project, 'export const command = (\n', `export const command = '${project.fresh.name}'\n`),
    'an old module that does not load': (project) => {
      const { fresh, other } = project
      const unused = { ...other, name: 'relic' }
      const pair = besides(project, 'export const command = 1\n', 'export const command = 2\n')
      const files = { ...pair.honest.files, [sourcePath(unused)]: sourceOf(unused, unused.right) }
      const broken = write(sourcePath(unused), `export ${sourceOf(unused, unused.right)}`)
      const [task] = pair.defective.tasks
      if (task === undefined) throw new Error(`There is no task for ${fresh.name}.`)
      const writeSet = [...task.writeSet, sourcePath(unused)]
      return {
        ...pair,
        defective: {
          ...pair.defective,
          files,
          tasks: [{ ...task, writeSet, first: [broken, ...task.first] }],
        },
        honest: { ...pair.honest, files },
      }
    },
  },
}
