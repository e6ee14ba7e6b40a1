/** The documents about the project that the demo's initializer writes, with the files that show each. */
export const demoDocuments = [
  {
    path: 'docs/ARCHITECTURE.md',
    evidence: ['src/index.js', 'bin/text-tools.js'],
    text: `# Architecture

- \`src/\` has one file for each function. \`slug\` and \`readingTime\` build on \`words\`; nothing else depends on anything.
- \`src/index.js\` is the only list of exports.
- \`bin/text-tools.js\` is the command line: it calls whatever \`src/index.js\` exports, by its name.
- \`test/\` has one file for each of them.
`,
  },
  {
    path: 'docs/CODE_STYLE.md',
    evidence: ['src/slug.js', 'test/slug.test.js'],
    text: `# Code style

- ES modules, named exports, no dependencies: see \`src/slug.js\`.
- One sentence above each function says what it gives.
- Tests use \`node:test\` and \`node:assert/strict\`: see \`test/slug.test.js\`.
`,
  },
  {
    path: 'docs/FINDINGS.md',
    evidence: ['src/title.js', 'test/index.test.js'],
    text: `# Findings

- \`test/index.test.js\` lists every export: a new function has to be added there.
- The small words of \`title\` are English only.
`,
  },
] as const
