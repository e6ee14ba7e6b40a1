import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'

describe('what manifests and build files say of tests', () => {
  it.each<[string, string, string, string]>([
    [
      'a test that CMake leaves out',
      'CMakeLists.txt',
      'add_test(NAME a)\n',
      'if(FALSE)\nadd_test(NAME a)\nendif()\n',
    ],
    ['a folder of tests that CMake leaves out', 'CMakeLists.txt', 'add_subdirectory(tests)\n', '\n'],
    [
      'no assertions in C',
      'CMakeLists.txt',
      'add_library(a a.c)\n',
      'add_library(a a.c)\nadd_definitions(-DNDEBUG)\n',
    ],
    [
      'a test that must fail',
      'CMakeLists.txt',
      'add_test(NAME a)\n',
      'add_test(NAME a)\nset_tests_properties(a PROPERTIES WILL_FAIL ON)\n',
    ],
    ['a module of CMake', 'cmake/tests.cmake', 'add_test(NAME a)\n', '\n'],
    ['a test of automake', 'Makefile.am', 'TESTS = a \\\n  b\n', 'TESTS = a \\\n  c\n'],
    ['what starts tests of automake', 'Makefile.am', 'TESTS = a\n', 'TESTS = a\nLOG_COMPILER = true\n'],
    ['folders of automake', 'Makefile.am', 'SUBDIRS = src tests\n', 'SUBDIRS = src\n'],
    [
      'a test that meson expects to fail',
      'meson.build',
      "test('a', a)\n",
      "test('a', a)\ntest('b', b, should_fail: true)\n",
    ],
    [
      'a test that bazel leaves out',
      'price/BUILD.bazel',
      'py_test(name = "a")\n',
      'py_test(name = "a", tags = ["manual"])\n',
    ],
    ['a package that Go ignores', 'go.mod', 'module a\n', 'module a\nignore ./price\n'],
    [
      'a task among dependencies',
      'build.gradle',
      "dependencies {\n  implementation 'a:b:1'\n}\n",
      "dependencies {\n  implementation 'a:b:1'\n  tasks.test.enabled = false\n}\n",
    ],
    [
      'a property beside a reference',
      'a.csproj',
      '<PackageReference Include="a" />\n',
      '<PackageReference Include="a" /><IsTestProject>false</IsTestProject>\n',
    ],
    ['a comment that hides', 'mix.exs', 'x\n', 'test_paths: [], # only:\n'],
    [
      'a runner of the repository',
      'pyproject.toml',
      '[tool.poetry.group.dev.dependencies]\npytest = "^8"\n',
      '[tool.poetry.group.dev.dependencies]\npytest = { path = "fakes" }\n',
    ],
    [
      'a runner from a file',
      'pyproject.toml',
      '[project.optional-dependencies]\ntest = ["pytest"]\n',
      '[project.optional-dependencies]\ntest = ["pytest @ file:./fake"]\n',
    ],
    [
      'a program called like a runner',
      'pyproject.toml',
      '[project]\n',
      '[project]\n[project.scripts]\npytest = "shop:ok"\n',
    ],
    [
      'a program called like a runner',
      'setup.py',
      'setup()\n',
      'setup(entry_points={"console_scripts": ["pytest=shop:ok"]})\n',
    ],
    [
      'a backend of the repository',
      'pyproject.toml',
      '[build-system]\n',
      '[build-system]\nbuild-backend = "b"\nbackend-path = ["."]\n',
    ],
    [
      'assertions of the repository',
      'Cargo.toml',
      '[dev-dependencies]\npretty_assertions = "1"\n',
      '[dev-dependencies]\npretty_assertions = { path = "fakes/pa" }\n',
    ],
    ['a gem of the repository', 'Gemfile', 'gem "rspec"\n', 'gem "rspec", path: "fakes/rspec"\n'],
    ['a script of pipenv', 'Pipfile', '[scripts]\ntest = "pytest"\n', '[scripts]\ntest = "true"\n'],
    ['another test of a crate', 'Cargo.toml', '[[test]]\nname = "a"\n', '[[test]]\nname = "b"\n'],
    [
      'a test of a crate without its harness',
      'Cargo.toml',
      '[package]\n',
      '[package]\n[[test]]\nname = "a"\nharness = false\n',
    ],
    [
      'an option beside the markers',
      'pyproject.toml',
      '[tool.pytest.ini_options]\nmarkers = [\n  "slow: x",\n]\n',
      '[tool.pytest.ini_options]\nmarkers = [\n  "slow: x",\n]\naddopts = "-m slow"\n',
    ],
    [
      'what Swift leaves out',
      'Package.swift',
      '.testTarget(name: "A")\n',
      '.testTarget(name: "A", exclude: ["a.swift"])\n',
    ],
    [
      'warnings that stop a build',
      'CMakeLists.txt',
      'add_compile_options(-Wall -Werror)\n',
      'add_compile_options(-Wall)\n',
    ],
    [
      'warnings of a target',
      'CMakeLists.txt',
      'target_compile_options(a PRIVATE\n  -Wall\n  -Wextra)\n',
      'target_compile_options(a PRIVATE\n  -Wall)\n',
    ],
    [
      'warnings of another compiler',
      'cmake/warn.cmake',
      'add_compile_options(/W4 /WX)\n',
      'add_compile_options(/W4)\n',
    ],
    [
      'a variable that has warnings stop a build',
      'CMakeLists.txt',
      'set(CMAKE_COMPILE_WARNING_AS_ERROR ON)\n',
      'set(CMAKE_COMPILE_WARNING_AS_ERROR OFF)\n',
    ],
    [
      'a warning that is wanted no more',
      'CMakeLists.txt',
      'add_compile_options(-Wall)\n',
      'add_compile_options(-Wall -Wno-error)\n',
    ],
    ['a sanitizer', 'CMakeLists.txt', 'add_compile_options(-fsanitize=address)\n', '\n'],
    [
      'warnings that stop meson',
      'meson.build',
      "project('a', default_options: ['werror=true'])\n",
      "project('a', default_options: [])\n",
    ],
    [
      'fewer warnings of meson',
      'meson.build',
      "project('a', default_options: ['warning_level=3'])\n",
      "project('a', default_options: ['warning_level=1'])\n",
    ],
    ['a task of Gradle', 'build.gradle', "version = '1'\n", "version = '1'\ntest.enabled = false\n"],
  ])('P2: refused: %s', (_, path, before, after) => {
    expect(auditOf([changedFile(path, before, after)])).toEqual(['gate-definition refused'])
  })

  it.each<[string, string, string, string]>([
    [
      'a new test for CMake',
      'CMakeLists.txt',
      'add_executable(a a.c)\nadd_test(NAME a COMMAND a)\n',
      'add_executable(a a.c)\nadd_test(NAME a COMMAND a)\nadd_executable(b b.c)\nadd_test(NAME b COMMAND b)\n',
    ],
    [
      'a new folder of tests',
      'CMakeLists.txt',
      'add_subdirectory(src)\n',
      'add_subdirectory(src)\nenable_testing()\nadd_subdirectory(tests)\n',
    ],
    ['a new test for meson', 'meson.build', "test('a', a)\n", "test('a', a)\ntest('b', b)\n"],
    ['a new test for automake', 'Makefile.am', 'TESTS = a\n', 'TESTS = a b\n'],
    ['one more for automake', 'Makefile.am', 'TESTS = a \\\n  b\n', 'TESTS = a \\\n  b \\\n  c\n'],
    ['a new test for bazel', 'BUILD', 'py_test(name = "a")\n', 'py_test(name = "a")\npy_test(name = "b")\n'],
    [
      'a dependency with an exclusion',
      'build.gradle',
      "dependencies {\n  testImplementation 'a:b:1'\n}\n",
      "dependencies {\n  testImplementation 'a:b:1'\n  implementation(libs.shop) {\n    exclude group: 'z'\n  }\n  api project(':core')\n}\n",
    ],
    [
      'a version of a package',
      'a.csproj',
      '<Version>1</Version>\n<PackageReference Include="a" />\n',
      '<Version>2</Version>\n<PackageReference Include="b">\n  <PrivateAssets>all</PrivateAssets>\n</PackageReference>\n',
    ],
    ['a program', 'pyproject.toml', '[project]\n', '[project]\n[project.scripts]\nshop = "shop.cli:main"\n'],
    [
      'a crate of the workspace',
      'Cargo.toml',
      '[dependencies]\n',
      '[dependencies]\nprice = { path = "../price" }\n',
    ],
    ['a gem', 'Gemfile', 'gem "rspec"\n', 'gem "rspec", "~> 3"\ngem "price", path: "price"\n'],
    [
      'a test of a crate',
      'Cargo.toml',
      '[package]\n',
      '[package]\n[[test]]\nname = "cli"\npath = "tests/cli.rs"\n',
    ],
    [
      'a marker',
      'pyproject.toml',
      '[tool.pytest.ini_options]\nmarkers = [\n  "slow: x",\n]\n',
      '[tool.pytest.ini_options]\nmarkers = [\n  "slow: x",\n  "net: y",\n]\n',
    ],
    [
      'a target of Swift',
      'Package.swift',
      '.testTarget(name: "A")\n',
      '.testTarget(name: "A"),\n.testTarget(name: "B")\n',
    ],
    [
      'more warnings',
      'CMakeLists.txt',
      'add_compile_options(-Wall)\n',
      'add_compile_options(\n  -Wall\n  -Werror\n  -O2\n)\n',
    ],
    [
      'a target with warnings',
      'CMakeLists.txt',
      'add_compile_options(-Wall)\n',
      'add_compile_options(-Wall)\ntarget_compile_options(b PRIVATE -Wextra)\n',
    ],
    ['another path', 'CMakeLists.txt', 'set(A /work/a)\n', 'set(A /work/b)\n'],
    [
      'more warnings of meson',
      'meson.build',
      "project('a', default_options: ['warning_level=2'])\n",
      "project('a', default_options: ['warning_level=3', 'werror=true'])\n",
    ],
    ['a version', 'build.gradle', "version = '1'\n", "version = '2'\n"],
  ])('P2: innocent: %s', (_, path, before, after) => {
    expect(auditOf([changedFile(path, before, after)])).toEqual([])
  })
})
