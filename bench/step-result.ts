import type { Json } from '../src/kernel/json.ts'

const sentences = [
  'Added the retry to the client and covered both ways out of it with tests.',
  'The parser now refuses a header without a length — it was read as zero before.',
  'Moved the rounding to one place; totals of three lines and more were a cent off.',
  'No change was needed in the schema: the column is nullable already.',
]

/** What so many steps might answer, each in about so many bytes of JSON; parsed from JSON, as replies are. */
export function stepResults(count: number, bytes: number): readonly Json[] {
  const results = Array.from({ length: count }, (_, step) => stepResult(step, bytes))
  return JSON.parse(JSON.stringify(results)) as Json[]
}

function stepResult(step: number, bytes: number): Json {
  const files: string[] = []
  const summary = sentences[step % sentences.length] ?? ''
  for (let size = summary.length + 120; size < bytes; size += 44) {
    files.push(`src/orders/part-${step % 97}/line-${files.length}-total.test.ts`)
  }
  return { status: 'done', commit: step.toString(16).padStart(40, '0'), summary, files }
}
