import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import type { ParsedPlan } from '../config/parse-plan.ts'
import { parsePlan } from '../config/parse-plan.ts'
import { locate, LONGEST_DOCUMENT } from '../config/read-document.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Plan } from '../plan/plan.ts'

export interface WrittenPlan extends ParsedPlan {
  /** As findings name it. */
  readonly file: string
  readonly text: string
}

/** Reads and judges a plan from a file, or from standard input when that is called `-`. */
export async function readPlan(
  named: string,
  cwd: string,
  stdin: NodeJS.ReadableStream,
): Promise<WrittenPlan> {
  const file = named === '-' ? '<stdin>' : named
  const source = named === '-' ? stdin : createReadStream(resolve(cwd, named))
  try {
    const text = await readText(source)
    return { file, text, ...parsePlan(text, file) }
  } catch (cause) {
    if (cause instanceof RunFailure) throw cause
    throw new RunFailure({ code: 'bad-input', message: whyUnreadable(file, cause), where: file }, { cause })
  }
}

/** The plan, where it has the shape of one; throws `bad-input` with the places where it has not. */
export function shapedPlan({ plan, findings, file }: WrittenPlan): Plan {
  if (plan !== null) return plan
  const [first] = findings.filter(({ severity }) => severity === 'error')
  const message = `${locate(file, first ?? { line: 1, column: 1 })}: ${first?.message ?? ''} See everything that is wrong: tutti plan lint ${file}`
  throw new RunFailure({ code: 'bad-input', message, where: file })
}

/** The plan of a text that a run can begin with: whoever gave it is told at once what is wrong with it. */
export function playablePlan({ path: file, text }: { readonly path: string; readonly text: string }): Plan {
  const written = { file, text, ...parsePlan(text, file) }
  const plan = shapedPlan(written)
  const error = written.findings.find(({ severity }) => severity === 'error')
  if (error === undefined) return plan
  const message = `${locate(file, error)}: ${error.message} See everything that is wrong: tutti plan lint ${file}`
  throw new RunFailure({ code: 'bad-input', message, where: file })
}

/** No more than is needed to see that it is too long. */
async function readText(source: AsyncIterable<Buffer | string>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of source) {
    const read = Buffer.from(chunk)
    chunks.push(read)
    bytes += read.length
    if (bytes > 4 * LONGEST_DOCUMENT) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

function whyUnreadable(file: string, error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no file ${file}; name the file of a plan, or - for standard input.`
    case 'EISDIR':
      return `${file} is a folder; name the file of a plan.`
    case 'EACCES':
    case 'EPERM':
      return `${file} cannot be read: permission was denied; let this user read it.`
    default:
      return `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`
  }
}
