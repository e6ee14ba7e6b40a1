import { RunFailure } from '../../../kernel/failure.ts'
import { isJsonRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import { LineSplitter } from '../turns/line-splitter.ts'

const MAX_LINE_BYTES = 32 * 1024 * 1024
const MAX_NOISE_BYTES = 8 * 1024 * 1024
/** What a line costs beside its letters, so that millions of empty words are not waited for. */
const NOISE_LINE_BYTES = 100

/**
 * Hands out every line of JSON that a program prints, one after the other; what is no JSON is dropped. Contract:
 * bounded memory whatever it prints. Resolves when its output ends.
 */
export async function readLines(
  agent: string,
  stdout: ReadableStream<Uint8Array>,
  onLine: (line: JsonRecord, raw: string) => Promise<void>,
): Promise<void> {
  const lines = new LineSplitter(MAX_LINE_BYTES)
  let noiseBytes = 0
  const accept = async (raw: string): Promise<void> => {
    if (raw === '') return
    const line = parseLine(raw)
    if (line === null) {
      noiseBytes += raw.length + NOISE_LINE_BYTES
      if (noiseBytes > MAX_NOISE_BYTES) throw broken(agent, 'prints text that is not JSON')
      return
    }
    noiseBytes = 0
    await onLine(line, raw)
  }
  for await (const chunk of stdout) {
    for (const raw of lines.push(chunk)) await accept(raw)
    if (lines.overflowed) throw broken(agent, 'prints a line of more than 32 MB')
  }
  await accept(lines.rest())
}

function parseLine(raw: string): JsonRecord | null {
  if (!raw.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(raw)
    return isJsonRecord(value) ? value : null
  } catch {
    return null
  }
}

function broken(agent: string, what: string): RunFailure {
  return new RunFailure({
    code: 'agent-failed',
    trouble: 'protocol',
    message: `Agent "${agent}" ${what}; check that its version is one that Tutti knows.`,
  })
}
