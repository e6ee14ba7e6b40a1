import { describe, expect, it } from 'vitest'
import { addToAgentsFile } from './agents-file.ts'

const section = '## Agreed on while working'

describe('A16, A92: entries of AGENTS.md', () => {
  it.each([
    ['begin a file', null, ['a'], `${section}\n\n- a\n`],
    ['come after what is there', '# Us\n\nBe kind.\n', ['a'], `# Us\n\nBe kind.\n\n${section}\n\n- a\n`],
    [
      'join the section',
      `${section}\n\n- a\n\n## More\n\nx\n`,
      ['b'],
      `${section}\n\n- a\n- b\n\n## More\n\nx\n`,
    ],
    ['join an empty section', `${section}\n`, ['b'], `${section}\n\n- b\n`],
    ['are not said twice', '# Us\n\n* Use  Tabs!\n', ['use tabs'], '# Us\n\n* Use  Tabs!\n'],
    ['are one line each', null, ['a\n  b', 'A b'], `${section}\n\n- a b\n`],
    ['keep the line ends', '# Us\r\n', ['a'], `# Us\r\n\r\n${section}\r\n\r\n- a\r\n`],
    [
      'see through code',
      `${section}\n\n\`\`\`\n## no heading\n\`\`\`\n\n# Next\n`,
      ['a'],
      `${section}\n\n\`\`\`\n## no heading\n\`\`\`\n- a\n\n# Next\n`,
    ],
    ['leave a text alone', 'no end', [], 'no end'],
    ['that say nothing', 'x', [' ', '-'], 'x'],
  ])('%s', (_name, text, entries, after) => {
    expect(addToAgentsFile(text, entries)).toBe(after)
    expect(addToAgentsFile(after, entries)).toBe(after)
  })
})
