import { RunFailure } from '../../../kernel/failure.ts'

/**
 * Splits a command line as a shell would, with quotes and backslashes but without variables, globs or pipes:
 * an agent is started directly, never through a shell.
 */
export function parseAgentCommand(line: string): readonly [string, ...string[]] {
  const words: string[] = []
  let word: string | null = null
  let quote: '"' | "'" | null = null
  for (let index = 0; index < line.length; index++) {
    const char = line.charAt(index)
    if (quote !== null) {
      if (char === quote) quote = null
      else if (char === '\\' && quote === '"' && '"\\'.includes(line.charAt(index + 1) || ' ')) {
        word += line.charAt(++index)
      } else word += char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (char === '\\') {
      if (index + 1 === line.length) throw badCommand(line, 'ends with a backslash')
      word = (word ?? '') + line.charAt(++index)
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + char
  }
  if (quote !== null) throw badCommand(line, `has a ${quote} that is never closed`)
  if (word !== null) words.push(word)
  const [program, ...rest] = words
  if (program === undefined || program === '') throw badCommand(line, 'names no program')
  return [program, ...rest]
}

function badCommand(line: string, problem: string): RunFailure {
  return new RunFailure({
    code: 'bad-input',
    message: `The agent command \`${line}\` ${problem}; write it as you would in a terminal, for example \`goose acp\`.`,
  })
}
