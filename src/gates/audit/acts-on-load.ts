import { isTestDeclaration } from './test-lines.ts'
import { bracketBalance } from './weakened-tests.ts'

const hooks =
  /^(?:before|after|beforeEach|afterEach|beforeAll|afterAll|setup|teardown|suiteSetup|suiteTeardown)\s*[(`]/
/** Lines by which something is declared, loaded or ended. */
const standing =
  /^(?:import|export|const|let|var|function|async|class|interface|type|enum|declare|namespace|from|def|package|func|fn|use|using|mod|struct|impl|trait|static|public|private|internal|abstract|final|template|require_relative|module|if __name__|if TYPE_CHECKING|else|elif|try|except|finally|end|done_testing|plan)\b|^(?:[@#)\]}]|['"]use strict|"""|'''|require\s*\(?\s*['"][^'"]*['"]\s*\)?;?$)/
/** A name of its own, where no word is needed to declare one. */
const named = /^[A-Za-z_]\w*\s*(?::[^=]*)?=(?!=)/
const acting =
  /\b(?:stub|spyOn|spy|patch|replace|assign|defineProperty|defineProperties|setattr|retryTimes)\s*\(|\b(?:it|test|describe|context|suite)\.only\b|^f(?:it|describe|context)\b|\bmock\.\w+\s*\(|^func\s+(?:init|TestMain)\s*\(|^var\s+_\s*(?:[\w.]+\s*)?=/
const script = /\.[cm]?[jt]sx?$/i

/** Whether a test file does something beside telling its tests as soon as it is loaded, which others may notice. */
export function actsOnLoad(path: string, lines: readonly string[]): boolean {
  if (!/\.(?:[cm]?[jt]sx?|py|go|rb|exs?|php|lua|pl|t)$/i.test(path)) return false
  return (/\.py$/i.test(path) ? runOnLoad(lines) : lines).some((line) => {
    if (/^\s/.test(line)) return false
    if (acting.test(line) || hooks.test(line)) return true
    return !(standing.test(line) || isTestDeclaration(line) || (!script.test(path) && named.test(line)))
  })
}

/** Python runs the body of a class, of `try` and the like as it loads it: those lines, as if they stood by themselves. */
function runOnLoad(lines: readonly string[]): readonly string[] {
  const found: string[] = []
  let deeperThan: number | null = null
  let open = 0
  for (const line of lines) {
    const text = line.trimStart()
    const indent = line.length - text.length
    const goesOn = open > 0
    open += bracketBalance(line)
    if (goesOn) continue
    if (deeperThan !== null && indent > deeperThan) continue
    deeperThan = /^(?:async\s+def|def|if\s+__name__)\b/.test(text) ? indent : null
    if (!/^(?:pass|\.\.\.)$/.test(text)) found.push(text)
  }
  return found
}
