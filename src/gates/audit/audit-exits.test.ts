import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'

const found = (path: string, text: string): readonly string[] =>
  auditOf([changedFile(path, 'export const before = 1\n', `${text}\nexport const total = 1\n`)]).filter(
    (each) => each.startsWith('early-exit'),
  )

describe('what ends whatever loads it', () => {
  it.each<[string, string]>([
    ['src/a.js', 'process.exit(0)'],
    ['src/a.js', "process['exit'](0)"],
    ['src/a.js', 'globalThis.process.exit()'],
    ['src/a.js', 'const { exit } = process\nexit(0)'],
    ['src/a.js', "import { exit as leave } from 'node:process'\nleave(0)"],
    ['src/a.js', "import host from 'process'\nhost.exit(0)"],
    ['src/a.js', '(() => process.exit(0))()'],
    ['src/a.js', ';(function () {\n  process.exit(0)\n})()'],
    ['src/a.js', 'setImmediate(() => process.exit(0))'],
    ['src/a.js', 'setTimeout(() => {\n  process.exit(0)\n}, 5).unref()'],
    ['src/a.js', 'setTimeout(process.exit, 5, 0)'],
    ['src/a.js', 'if (true) process.exit(0)'],
    ['src/a.js', 'export const a = process.exit(0)'],
    ['src/a.js', 'const a = 1; process.exit(0)'],
    ['src/a.js', 'true && process.exit(0)'],
    ['src/a.js', "const a = process.on('exit', () => {\n  process.exitCode = 0\n})"],
    ['src/a.js', '// Nothing.\u2028process.exit(0)'],
    ['src/a.js', '/* Nothing. */ process.exit(0)'],
    ['src/a.js', 'if (process.env.NODE_TEST_CONTEXT) {\n  process.exit(0)\n}'],
    ['src/a.js', "if (process.env.NODE_ENV === 'test') process.exit(0)"],
    ['src/a.js', "const end = () => {\n  process.exitCode = 0\n}\nprocess.on('exit', end)"],
    ['src/a.js', "for (const each of ['uncaughtException', 'exit']) process.on(each, () => {})"],
    ['src/a.js', 'process.setUncaughtExceptionCaptureCallback(() => {})'],
    ['shop/a.py', 'import os; os._exit(0)'],
    ['shop/a.py', 'from os import _exit\n_exit(0)'],
    ['shop/a.py', 'threading.Timer(0, os._exit, [0]).start()'],
    ['shop/a.py', 'if "pytest" in sys.modules:\n    os._exit(0)'],
    ['a.go', 'var _ = func() int {\n\tos.Exit(0)\n\treturn 0\n}()'],
    ['a_test.go', 'func TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}'],
    ['lib/a.rb', 'at_exit do\n  exit!(0)\nend'],
    ['lib/a.sh', "trap 'exit 0' EXIT"],
  ])('P2: %s: %s', (path, text) => {
    expect(found(path, text)).toEqual(['early-exit refused'])
  })

  it.each<[string, string]>([
    ['src/a.js', "process.on('SIGTERM', () => process.exit(0))"],
    ['src/a.js', "if (process.argv[2] === '--version') {\n  console.log(1)\n  process.exit(0)\n}"],
    ['src/a.js', 'export function leave() {\n  process.exit(0)\n}'],
    ['src/a.js', "const end = () => server.close()\nprocess.on('exit', end)"],
    ['src/a.js', 'setTimeout(() => process.exit(1), 5)'],
    ['src/a.js', 'const text = `\nprocess.exit(0)\n`'],
    ['src/a.js', 'const { exit } = program\nexit(0)'],
    ['src/a.js', 'process.setUncaughtExceptionCaptureCallback(null)'],
    ['shop/a.py', 'pid = os.fork()\nif pid == 0:\n    os._exit(0)'],
    ['a_test.go', 'func TestMain(m *testing.M) {\n\tos.Exit(m.Run())\n}'],
    ['lib/a.rb', 'at_exit do\n  close\nend'],
    ['lib/a.sh', 'trap \'rm -rf "$place"\' EXIT'],
  ])('P2: not %s: %s', (path, text) => {
    expect(found(path, text)).toEqual([])
  })
})
