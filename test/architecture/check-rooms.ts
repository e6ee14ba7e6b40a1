import { isBuiltin } from 'node:module'
import { findImports } from './find-imports.ts'
import { findRoom, rooms } from './rooms.ts'
import type { Room } from './rooms.ts'
import { isTest, listRoomFiles, resolveImport } from './source-files.ts'
import type { SourceFiles } from './source-files.ts'

/** Every import that the rooms table does not allow, and every file that has no room. */
export function checkRooms(files: SourceFiles, table: readonly Room[] = rooms): readonly string[] {
  return listRoomFiles(files).flatMap(([path, source]) => {
    const place = findRoom(path, table)
    if (place === null) return [`${path} is in no room: add its folder to test/architecture/rooms.ts`]
    return findImports(source)
      .map(({ specifier }) => judgeImport(path, specifier, place, table))
      .filter((breach) => breach !== null)
  })
}

function judgeImport(
  path: string,
  specifier: string | null,
  { room, folder }: { readonly room: Room; readonly folder: string },
  table: readonly Room[],
): string | null {
  if (specifier === null) return room.purity === 'node' ? null : `${path} imports something computed`
  if (specifier.startsWith('.')) return judgeFile(path, resolveImport(path, specifier), room, folder, table)
  if (isBuiltin(specifier)) {
    if (!specifier.startsWith('node:')) return `${path} imports ${specifier}: write node:${specifier}`
    return room.purity === 'node' ? null : `${path} imports ${specifier}, but ${room.name} is ${room.purity}`
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  return room.packages.includes(name) ? null : `${path} imports the package ${name}`
}

function judgeFile(
  path: string,
  target: string,
  room: Room,
  folder: string,
  table: readonly Room[],
): string | null {
  if (isTest(target)) return `${path} imports the test ${target}`
  const place = findRoom(target, table)
  if (place === null) return `${path} imports ${target}, which is in no room`
  if (place.folder === folder || room.imports.includes(place.room.name)) return null
  return `${path} imports ${target}, but ${folder} may not import ${place.folder}`
}
