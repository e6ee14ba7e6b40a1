export interface ToolProject {
  readonly name: string
  /** All of them are needed. */
  readonly tools: readonly string[]
  readonly files: Readonly<Record<string, string>>
  readonly prepare: string
  readonly prove: string
  /** What is in the caches of this machine decides; in the sandbox it ends as it does outside. */
  readonly mayFail?: true
}

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>it</groupId><artifactId>it</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <build><plugins>
    <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.11.0</version></plugin>
  </plugins></build>
</project>
`
const JAVA = 'public class Adds { public static void main(String[] a) { if (1 + 1 != 2) System.exit(1); } }\n'

export const toolProjects: readonly ToolProject[] = [
  {
    name: 'Node with npm ci and a prepare script that sets hooks',
    tools: ['node', 'npm', 'git'],
    files: {
      'package.json': JSON.stringify({
        name: 'it',
        version: '1.0.0',
        type: 'module',
        scripts: { prepare: 'git config core.hooksPath .husky', test: 'node --test' },
        dependencies: { adds: 'file:adds' },
      }),
      'package-lock.json': JSON.stringify({
        name: 'it',
        version: '1.0.0',
        lockfileVersion: 3,
        packages: {
          '': { name: 'it', version: '1.0.0', dependencies: { adds: 'file:adds' } },
          adds: { version: '1.0.0' },
          'node_modules/adds': { resolved: 'adds', link: true },
        },
      }),
      'adds/package.json': JSON.stringify({ name: 'adds', version: '1.0.0', main: 'index.js' }),
      'adds/index.js': 'module.exports = (a, b) => a + b\n',
      'adds.test.js':
        "import adds from 'adds'\nimport test from 'node:test'\nimport assert from 'node:assert'\ntest('adds', () => assert.equal(adds(1, 1), 2))\n",
    },
    prepare: 'npm ci --offline --no-audit --no-fund',
    prove: 'npm test',
  },
  {
    name: 'Python with venv and unittest',
    tools: ['python3'],
    files: {
      'adds.py': 'def adds(a, b):\n    return a + b\n',
      'test_adds.py':
        'import unittest\nfrom adds import adds\n\n\nclass Adds(unittest.TestCase):\n    def test(self):\n        self.assertEqual(adds(1, 1), 2)\n',
    },
    prepare: 'python3 -m venv .venv',
    prove: '.venv/bin/python -m unittest && .venv/bin/pip --version',
  },
  {
    name: 'Rust with cargo',
    tools: ['cargo', 'rustc'],
    files: {
      'Cargo.toml': '[package]\nname = "it"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': '#[test]\nfn adds() {\n    assert_eq!(1 + 1, 2);\n}\n',
    },
    prepare: 'cargo build --offline --quiet',
    prove: 'cargo test --offline --quiet',
  },
  {
    name: 'Java with javac',
    tools: ['javac', 'java'],
    files: { 'Adds.java': JAVA },
    prepare: 'mkdir out && javac -d out Adds.java',
    prove: 'java -cp out Adds',
  },
  {
    name: 'Java with Maven, offline',
    tools: ['mvn', 'java'],
    files: { 'pom.xml': POM, 'src/main/java/Adds.java': JAVA },
    prepare: 'mvn -o -q -B compile',
    prove: 'java -cp target/classes Adds',
    mayFail: true,
  },
  {
    name: 'C with make',
    tools: ['make', 'cc'],
    files: {
      Makefile: 'adds: adds.c\n\tcc -o $@ $<\ntest: adds\n\t./adds\n',
      'adds.c': 'int main(void) { return 1 + 1 == 2 ? 0 : 1; }\n',
    },
    prepare: 'make',
    prove: 'make test',
  },
  {
    name: 'Go',
    tools: ['go'],
    files: {
      'go.mod': 'module it\n\ngo 1.20\n',
      'adds_test.go':
        'package it\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif 1+1 != 2 {\n\t\tt.Fail()\n\t}\n}\n',
    },
    prepare: 'go build ./...',
    prove: 'go test ./...',
  },
]
