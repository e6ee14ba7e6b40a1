import { expect, test } from 'vitest'
import { refusedPaths } from './refused-paths.ts'

test.each([
  ["Error: EROFS: read-only file system, mkdir '/home/me/.cache/tool'", ['/home/me/.cache/tool']],
  ["OSError: [Errno 30] Read-only file system: '/home/me/.cache/pip/a.json'", ['/home/me/.cache/pip']],
  ['mkdir: cannot create directory ‘/opt/sdk/tmp’: Read-only file system', ['/opt/sdk/tmp']],
  ['open /home/me/.config/x/settings.toml: read-only file system', ['/home/me/.config/x']],
  ["cp: cannot create '/home/me/.toolrc': Read-only file system", ['/home/me/.toolrc']],
  [
    "EROFS: read-only file system, mkdir '/home/me/.a/b'\nEROFS: read-only file system, mkdir '/home/me/.a'",
    ['/home/me/.a'],
  ],
  ['touch: /etc: Read-only file system', []],
  ["ENOENT: no such file, open '/home/me/.npmrc'", []],
  ['Read-only file system (os error 30)', []],
  ['see https://example.com/a/b about read-only file systems', []],
])('P6: "%s" names %j', (output, paths) => {
  expect(refusedPaths(output)).toEqual(paths)
})
