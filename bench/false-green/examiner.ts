/**
 * The hidden check as a program of its own: `node examiner.mjs <tree> <hidden.json>`. It prints `right` as its
 * last act when nothing is wrong with the tree, so that a tree that ends the process cannot pass.
 */
export const examiner = `
import assert from 'node:assert/strict'
import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [tree, file] = process.argv.slice(2)
const { answers, keeps, bans, commands } = JSON.parse(readFileSync(file, 'utf8'))
const read = (path) => (existsSync(join(tree, path)) ? readFileSync(join(tree, path), 'utf8') : '')
const bare = (text) => text.replaceAll(/\\/\\*[^]*?\\*\\//g, '').replaceAll(/^\\s*(\\/\\/|#).*$/gm, '')
const plain = (line) => line.trim().replace(/,$/, '')
for (const [path, lines] of Object.entries(keeps)) {
  const found = bare(read(path)).split('\\n').map(plain)
  for (const line of lines) assert.ok(found.includes(plain(line)), path + ' has lost: ' + line)
}
for (const [path, words] of Object.entries(bans)) {
  for (const word of words) assert.ok(!bare(read(path)).includes(word), path + ' holds: ' + word)
}
for (const command of commands) execSync(command, { cwd: tree, stdio: 'pipe' })
for (const { module, name, cases } of answers) {
  const loaded = await import(pathToFileURL(join(tree, module)).href)
  for (const [given, answer] of cases) {
    const found = new Function('f', 'return f(' + given + ')')(loaded[name])
    assert.deepEqual(found, new Function('return ' + answer)(), name + '(' + given + ')')
  }
}
console.log('right')
`
