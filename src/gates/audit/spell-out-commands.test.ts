import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'
import { spellOutCommands } from './spell-out-commands.ts'

type Files = Readonly<Record<string, string>>

function spelt(command: string, files: Files): Promise<readonly string[]> {
  return spellOutCommands([command], async (path) => files[path] ?? null, Object.keys(files))
}

/** What is found when one file of a base is changed that a gate may come by. */
async function found(command: string, files: Files, path: string): Promise<readonly string[]> {
  return auditOf([changedFile(path, 'process.exit(1)\n', 'print()\n')], {
    commands: await spelt(command, { [path]: 'process.exit(1)\n', ...files }),
  })
}

const Makefile =
  'FLAGS = -v\n.PHONY: test\ntest: unit\n\tsh ci/all.sh\nunit:\n\tnode scripts/unit.js\n\nrun: build\n\tpython app.py\n'

describe('spellOutCommands', () => {
  it.each<[string, string, Files]>([
    [
      'a package script',
      'npm test',
      { 'package.json': '{"scripts":{"test":"npm run x","x":"node tools/check.js"}}' },
    ],
    [
      'a script before it',
      'npm test',
      { 'package.json': '{"scripts":{"pretest":"node tools/check.js","test":"a"}}' },
    ],
    ['a Makefile', 'make test', { Makefile: 'test:\n\tnode tools/check.js\n' }],
    ['a justfile', 'just test', { justfile: 'test:\n  node tools/check.js\n' }],
    ['a shell script', 'sh ci/all.sh', { 'ci/all.sh': 'set -e\nnode tools/check.js\n' }],
    [
      'a shell script of a package script',
      'npm test',
      { 'package.json': '{"scripts":{"test":"./ci/all"}}', 'ci/all': 'exec node tools/check.js\n' },
    ],
    [
      'shell scripts that call each other',
      'ci/a.sh',
      { 'ci/a.sh': 'ci/b.sh\n', 'ci/b.sh': 'ci/a.sh\nnode tools/check.js\n' },
    ],
  ])('P2: %s leads to a file that the gate runs', async (_, command, files) => {
    const commands = await spelt(command, files)
    const change = changedFile('tools/check.js', 'process.exit(1)', 'process.exit(0)')
    expect(auditOf([change], { commands })).toEqual(['gate-definition refused'])
    expect(auditOf([change], { commands: [command] })).toEqual([])
  })

  it('P2: does not follow what no gate calls', async () => {
    const files = { 'package.json': '{"scripts":{"test":"vitest","x":"node tools/check.js"}}' }
    expect(await spelt('npm test', files)).toEqual(['npm test', 'vitest'])
  })

  it('P2: what a pattern finds among the tests is judged as a test', async () => {
    const files = {
      Makefile: 'check:\n\t$(MAKE) -C t all\n',
      't/Makefile': 'T = $(wildcard ./t*.sh)\nall: $(T)\n',
    }
    expect(await found('make check', files, 't/t1-adds.sh')).toEqual(['test-changed reported'])
    expect(await found('sh t/t1-adds.sh', files, 't/t1-adds.sh')).toContain('gate-definition refused')
  })

  it('P2: comes to an end where makefiles and scripts call each other again and again', async () => {
    const many = Array.from({ length: 500 }, (_, at) => `\t$(MAKE) $@ x${String(at)}\n\tcd a && sh b.sh\n`)
    const files = {
      Makefile: `check:\n${many.join('')}`,
      'a/b.sh': 'cd ..\ncd a/c\nmake check\nsh a/b.sh\nsh ../b.sh\nsh b.sh\n'.repeat(50),
      'a/c/d': '',
    }
    expect((await spelt('make check', files)).length).toBeLessThan(5000)
  })

  it('P2: keeps the commands when there is nothing to read', async () => {
    expect(await spelt('npm test', {})).toEqual(['npm test'])
  })
})

describe('what is the product and no gate', () => {
  const script = '. lib/price.sh\n[ "$(bin/shop total)" = 1 ]\npython shop.py\nsh scripts/check.sh\n'

  it.each<[string, Files, string]>([
    ['make test', { Makefile }, 'app.py'],
    ['sh test/run.sh', { 'test/run.sh': script }, 'lib/price.sh'],
    ['sh test/run.sh', { 'test/run.sh': script }, 'bin/shop'],
    ['sh test/run.sh', { 'test/run.sh': script }, 'shop.py'],
  ])('P2: by `%s`: %#', async (command, files, path) => {
    expect(await found(command, files, path)).toEqual([])
  })

  it.each<[string, Files, string]>([
    ['make test', { Makefile }, 'ci/all.sh'],
    ['make test', { Makefile }, 'scripts/unit.js'],
    ['make run', { Makefile }, 'app.py'],
    ['make', { Makefile }, 'scripts/unit.js'],
    ['make other', { Makefile }, 'app.py'],
    ['make test', { Makefile: Makefile.replace('unit\n', '$(ALL)\n') }, 'app.py'],
    ['sh test/run.sh', { 'test/run.sh': script }, 'scripts/check.sh'],
    ['sh ci/run.sh', { 'ci/run.sh': script }, 'lib/price.sh'],
    ['node src/self-check.js', {}, 'src/self-check.js'],
  ])('P2: a gate by `%s`: %#', async (command, files, path) => {
    expect(await found(command, files, path)).toEqual(['gate-definition refused'])
  })
})

const ownPlace = [
  '. "$(dirname "$0")/lib.sh"',
  '. $(dirname -- $0)/lib.sh',
  'source "${BASH_SOURCE%/*}/lib.sh"',
  'source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"',
  '. "${0%/*}/lib.sh"',
  'DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"\n. "$DIR/lib.sh"',
  'HERE=$(dirname "$(readlink -f "$0")")\nsource "${HERE}/lib.sh"',
  'ROOT="$(cd "$(dirname "$0")/.." >/dev/null 2>&1 && pwd -P)"\n. "$ROOT/scripts/lib.sh"',
  '. "$HERE/lib.sh"',
  'cd "$(dirname "$0")"\n. ./lib.sh',
  'cd "$(dirname "$0")/.."\nsh scripts/lib.sh',
]

/** Packages whose scripts have the names of gates. */
const packages = {
  'package.json': '{"workspaces":["packages/*"],"scripts":{"test":"npm run test --workspaces"}}',
  'packages/a/package.json':
    '{"name":"@shop/a","scripts":{"test":"node scripts/check.mjs","serve":"node tools/serve.mjs"}}',
  'packages/b/package.json': '{"name":"@shop/b","scripts":{"test":"node tools/run.mjs"}}',
}
const aCheck = 'packages/a/scripts/check.mjs'
const makefiles = {
  Makefile: 'check:\n\t$(MAKE) -C lib verify\nrelease:\n\tsh scripts/release.sh\n',
  'lib/Makefile': 'verify:\n\t@sh all.sh\ninstall:\n\tsh put.sh\n',
}

describe('a gate that is called in other ways', () => {
  it.each<[string, string, Files]>([
    ['python3 -m scripts.check', 'scripts/check.py', {}],
    ['python3 -m scripts.check', 'scripts/check/__main__.py', {}],
    ['uv run -m scripts.check', 'scripts/check.py', {}],
    ['node scripts/check', 'scripts/check.js', {}],
    ['node --enable-source-maps scripts/check', 'scripts/check.mjs', {}],
    ['node ./scripts/check', 'scripts/check.cjs', {}],
    ['tsx scripts/check', 'scripts/check.ts', {}],
    ['node scripts/check', 'scripts/check/index.js', {}],
    ['node scripts/', 'scripts/index.js', {}],
    ['uv run scripts/check.py', 'scripts/check.py', {}],
    ['uv run --with rich scripts/check.py', 'scripts/check.py', {}],
    ['poetry run python scripts/check.py', 'scripts/check.py', {}],
    ['python -m coverage run scripts/check.py', 'scripts/check.py', {}],
    ['npx vite-node scripts/check.ts', 'scripts/check.ts', {}],
    ['zx scripts/check.mjs', 'scripts/check.mjs', {}],
    ['npx ts-node --esm scripts/check.ts', 'scripts/check.ts', {}],
    ['go run ./tools/check', 'tools/check/main.go', {}],
    ['go run ./cmd/check -v', 'cmd/check/main.go', {}],
    ['go run tools/check.go', 'tools/check.go', {}],
    ['java tools/Check.java', 'tools/Check.java', {}],
    ['dart run tool/check.dart', 'tool/check.dart', {}],
    ['dart tool/check.dart', 'tool/check.dart', {}],
    ['make check', 'quality/all.js', { Makefile: 'check:\n\t@node quality/all.js\n' }],
    ['make check', 'quality/all.py', { Makefile: 'check: quality/all.py x\n\tpython3 $<\n' }],
    ['make check', 'quality/all.py', { Makefile: 'check: ; python3 quality/all.py\n' }],
    ['make check', 'quality/all', { Makefile: 'check:\n\tnode --x \\\n\t  quality/all\n' }],
    ['npm test --workspaces', aCheck, packages],
    ['npm test', aCheck, packages],
    ['npm test -w a', aCheck, packages],
    ['npm test --workspace=@shop/a', aCheck, packages],
    ['npm test -w packages/a', aCheck, packages],
    ['pnpm -r test', aCheck, packages],
    ['pnpm --filter @shop/a test', aCheck, packages],
    ['yarn workspace @shop/a test', aCheck, packages],
    ['yarn workspaces foreach -A run test', aCheck, packages],
    ['npm --prefix packages/a test', aCheck, packages],
    ['npm test --prefix=packages/a', aCheck, packages],
    ['cd packages/a && npm test', aCheck, packages],
    ['cd packages && cd a && npm test', aCheck, packages],
    ['for p in packages/*; do (cd $p && npm test); done', aCheck, packages],
    ['turbo run test', aCheck, packages],
    ['npx lerna run test', aCheck, packages],
    ['nx run a:test', aCheck, packages],
    ['nx run-many -t test', aCheck, packages],
    ['make check', 'lib/all.sh', makefiles],
    ['cd lib && make verify', 'lib/all.sh', makefiles],
    ['make --directory=lib verify', 'lib/all.sh', makefiles],
    ...ownPlace.map((text): [string, string, Files] => [
      'sh scripts/check.sh',
      'scripts/lib.sh',
      { 'scripts/check.sh': text },
    ]),
  ])('P2: `%s` runs %s: %#', async (command, path, files) => {
    expect(await found(command, files, path)).toEqual(['gate-definition refused'])
  })

  it.each<[string, string, Files]>([
    ['python3 -m shop --help', 'shop/__main__.py', {}],
    ['python3 -m py_compile shop/price.py', 'shop/price.py', {}],
    ['python3 -m compileall -q shop/price.py', 'shop/price.py', {}],
    ['python3 -m mypy shop/price.py', 'shop/price.py', {}],
    ['uv run mypy shop/price.py', 'shop/price.py', {}],
    ['node --check src/x.js', 'src/x.js', {}],
    ['node --check scripts/release.js', 'scripts/release.js', {}],
    ['bash -n scripts/release.sh', 'scripts/release.sh', {}],
    ['node src/cli.js --help', 'src/cli.js', {}],
    ['node src/cli --help', 'src/cli.js', {}],
    ['node packages/a/src/cli.js --help', 'packages/a/src/cli.js', {}],
    ['sh -c "node src/cli.js --help"', 'src/cli.js', {}],
    ['sh -c "./cmd/shop --help"', 'cmd/shop', {}],
    ['node src/checkout.js --help', 'src/checkout.js', {}],
    ['node src/runtime.js', 'src/runtime.js', {}],
    ['node src/price.mjs', 'src/price.mjs', {}],
    ['node --input-type=module -e "import(\'./src/price.js\')"', 'src/price.js', {}],
    ['bun build src/x.js', 'src/x.js', {}],
    ['tsx src/x.ts', 'src/x.ts', {}],
    ['deno lint shop/x.ts', 'shop/x.ts', {}],
    ['go run ./cmd/shop --help', 'cmd/shop/main.go', {}],
    ['dart run lib/shop.dart', 'lib/shop.dart', {}],
    ['sh ci/all.sh', 'src/price.js', { 'ci/all.sh': 'node -e \'import("./src/price.js").then(go)\'\n' }],
    ['sh ci/all.sh', 'src/price.js', { 'ci/all.sh': 'node src/price.js | grep -q 150\n' }],
    ['make', 'price.c', { Makefile: 'all:\n\tcc -c price.c -o price.o\n' }],
    ['make', 'price.c', { Makefile: 'all:\n\t$(CC) $(CFLAGS) -c price.c -o price.o\n' }],
    ['make', 'price.c', { Makefile: 'all:\n\t@ccache gcc-13 -Wall -c price.c\n' }],
    ['make', 'price.cpp', { Makefile: 'all:\n\t${CXX} -c price.cpp\n' }],
    ['clang++ -c price.cpp', 'price.cpp', {}],
    ['arm-none-eabi-gcc -c price.c', 'price.c', {}],
    ['make', 'price.c', { Makefile: 'all:\n\t$(COMPILE.c) -c price.c\n' }],
    ['npm test', 'packages/a/tools/serve.mjs', packages],
    ['npm test -w a', 'packages/b/tools/run.mjs', { ...packages, 'package.json': '{}' }],
    ['cd packages/a && npm test', 'packages/b/tools/run.mjs', { ...packages, 'package.json': '{}' }],
    ['make check', 'lib/put.sh', makefiles],
    ['make check', 'pages/a.md', { Makefile: 'check:\n\tnode x.js\nPAGES = a \\\n\tpages/*.md\n' }],
    ['make check', 'pages/a.md', { Makefile: 'check: all\n$(OUT).html: pages/*.md\n\tpandoc\n' }],
    ['sh ci.sh', 'app.py', { Makefile, 'ci.sh': 'make test\necho "then make sure that it is"\n' }],
    [
      'npm run build --workspaces',
      'examples/a/build.mjs',
      { ...packages, 'examples/a/package.json': '{"scripts":{"build":"node build.mjs"}}' },
    ],
    ['make -C lib verify', 'scripts/release.sh', makefiles],
    ['sh scripts/check.sh', 'scripts/lib.sh', { 'scripts/check.sh': '# . "$(dirname "$0")/lib.sh"\n' }],
    ['sh scripts/check.sh', 'scripts/release.sh', { 'scripts/check.sh': '. "$(dirname "$0")/lib.sh"\n' }],
  ])('P2: `%s` is not defined by %s: %#', async (command, path, files) => {
    expect(await found(command, files, path)).toEqual([])
  })
})

const tasks = {
  'Taskfile.yml':
    "version: '3'\ntasks:\n  test:\n    deps: [lint]\n    sources:\n      - quality/*.go\n    cmds:\n      - task: unit\n  unit:\n    - node quality/unit.mjs\n  lint: node quality/lint.mjs\n  release:\n    cmds:\n      - cmd: node quality/put.mjs\n",
  'tox.ini':
    '[tox]\nenvlist = py312, style\n[testenv]\ncommands =\n    python {toxinidir}/quality/unit.py\n[testenv:style]\ncommands = python quality/style.py\n[testenv:put]\ncommands = python quality/put.py\n',
  'pyproject.toml':
    '[tool.poe.tasks]\ntest = ["unit", "style"]\nunit = "python quality/unit.py"\nput = "python quality/put.py"\n[tool.poe.tasks.style]\ncmd = "python quality/style.py"\n',
  'deno.json':
    '{\n// as ever\n"tasks":{"test":{"dependencies":["unit"],"command":"deno lint"},"unit":"deno run -A quality/unit.ts","put":"deno run quality/put.ts"}}',
  'composer.json':
    '{"scripts":{"test":["@unit","phpunit"],"unit":"@php quality/unit.php","put":"php quality/put.php"}}',
}

describe('a gate that is a task', () => {
  it.each([
    ['task test', 'quality/unit.mjs'],
    ['task test', 'quality/lint.mjs'],
    ['tox', 'quality/unit.py'],
    ['tox', 'quality/style.py'],
    ['tox -e put', 'quality/put.py'],
    ['poe test', 'quality/unit.py'],
    ['uv run poe test', 'quality/style.py'],
    ['deno task test', 'quality/unit.ts'],
    ['composer test', 'quality/unit.php'],
    ['composer run-script test', 'quality/unit.php'],
  ])('P2: `%s` runs %s', async (command, path) => {
    expect(await found(command, tasks, path)).toEqual(['gate-definition refused'])
  })

  it.each([
    ['task test', 'quality/put.mjs'],
    ['task test', 'quality/price.go'],
    ['tox', 'quality/put.py'],
    ['poe test', 'quality/put.py'],
    ['deno task test', 'quality/put.ts'],
    ['composer test', 'quality/put.php'],
  ])('P2: `%s` does not run %s', async (command, path) => {
    expect(await found(command, tasks, path)).toEqual([])
  })
})
