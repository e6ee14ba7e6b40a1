import { parsePlan } from '../../config/parse-plan.ts'
import { PRD_FILE, parsePrd } from '../../config/prd-file.ts'
import { RunFailure } from '../../kernel/failure.ts'

/** Why a file of the standard process cannot be what it should be; files that only people read can be anything. */
export function problemWithFile(path: string, text: string): string | null {
  try {
    if (path === PRD_FILE) parsePrd(text, path)
    if (!/(?:^|\/)plan\.yaml$/.test(path)) return null
    const wrong = parsePlan(text, path).findings.find(({ severity }) => severity === 'error')
    return wrong === undefined ? null : `line ${wrong.line}: ${wrong.message}`
  } catch (thrown) {
    if (thrown instanceof RunFailure && thrown.code === 'bad-input') return thrown.message
    throw thrown
  }
}
