import { findImports } from './find-imports.ts'
import { listRoomFiles, resolveImport } from './source-files.ts'
import type { SourceFiles } from './source-files.ts'

/** Whoever calls these would have to keep their order, which is the application's alone to know. */
const BEHIND_THE_APPLICATION = [
  'build-world',
  'choose-agents',
  'choose-playbook',
  'conduct',
  'inbox',
  'order-run',
  'order-team',
  'prepare-run',
  'reap-dead-runs',
  'run-lock',
  'run-store',
  'standard-input',
  'tell-command',
  'tell-run',
  'trust-run',
].map((name) => `src/host/${name}.ts`)

const TYPES = /^import type [^;]*? from '[^']+'$/gm

/** Every surface that begins, plays, follows or speaks to a run without the application. */
export function checkSurfaces(files: SourceFiles): readonly string[] {
  return listRoomFiles(files)
    .filter(([path]) => path.startsWith('src/surfaces/'))
    .flatMap(([path, source]) =>
      findImports(source.replaceAll(TYPES, ''))
        .map(({ specifier }) => (specifier?.startsWith('.') ? resolveImport(path, specifier) : ''))
        .filter((target) => BEHIND_THE_APPLICATION.includes(target))
        .map((target) => `${path} imports ${target}: call openTutti instead`),
    )
}
