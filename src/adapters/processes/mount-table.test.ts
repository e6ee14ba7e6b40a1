import { expect, test } from 'vitest'
import { isWithin, writableMounts } from './mount-table.ts'

const line = (id: number, parent: number, place: string, options: string): string =>
  `${id} ${parent} 0:1 / ${place} ${options} - ext4 /dev/vda rw`

test('a mount that can be written to is found, unless it or what it lies in is allowed', () => {
  const table = [
    line(1, 0, '/', 'ro,relatime'),
    line(2, 1, '/home', 'rw'),
    line(3, 2, '/home/a\\040b', 'rw,nosuid'),
    line(4, 1, '/homes', 'rw'),
  ].join('\n')
  expect(writableMounts(table, [])).toEqual(['/home', '/home/a b', '/homes'])
  expect(writableMounts(table, ['/home'])).toEqual(['/homes'])
  expect(writableMounts(table, ['/'])).toEqual([])
})

test('a mount that another lies over does not count, nor does what lies in it', () => {
  const table = [
    line(1, 0, '/', 'ro'),
    line(2, 1, '/dev', 'rw'),
    line(3, 2, '/dev/shm', 'rw'),
    line(4, 2, '/dev', 'ro'),
    line(5, 4, '/dev/shm', 'ro'),
  ].join('\n')
  expect(writableMounts(table, [])).toEqual([])
  expect(writableMounts(table.replace('5 4 0:1 / /dev/shm ro', '5 4 0:1 / /dev/shm rw'), [])).toEqual([
    '/dev/shm',
  ])
})

test('a path is within a folder, and not within one whose name only begins like it', () => {
  expect(isWithin('/a/b', '/a')).toBe(true)
  expect(isWithin('/a', '/a')).toBe(true)
  expect(isWithin('/ab', '/a')).toBe(false)
})
