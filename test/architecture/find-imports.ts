import { stripSource } from './strip-source.ts'

export interface FoundImport {
  /** `null` when it is computed, so that nobody can tell what it imports. */
  readonly specifier: string | null
  readonly reExports: boolean
}

const clause = String.raw`(?:(?!\b(?:import|export)\b)[\w\s{},*$])*?`
const forms = [
  { expression: new RegExp(String.raw`\bimport\b${clause}\bfrom\s*"(\d+)"`, 'g'), reExports: false },
  { expression: new RegExp(String.raw`\bexport\b${clause}\bfrom\s*"(\d+)"`, 'g'), reExports: true },
  { expression: /\bimport\s*"(\d+)"/g, reExports: false },
  { expression: /\b(?:import|require)\s*\(\s*"(\d+)"\s*[,)]/g, reExports: false },
]
const computed = /\bimport\s*\((?!\s*"\d+"\s*[,)])/g

/** Every module that a source names: static, type-only, for its effects, re-exported or dynamic. */
export function findImports(source: string): readonly FoundImport[] {
  const { code, texts } = stripSource(source)
  const named = forms.flatMap(({ expression, reExports }) =>
    Array.from(code.matchAll(expression), (match) => ({
      specifier: texts[Number(match[1])] ?? null,
      reExports,
    })),
  )
  return [...named, ...Array.from(code.matchAll(computed), () => ({ specifier: null, reExports: false }))]
}
