import { asList, asRecord, asText } from '../../../kernel/untrusted-json.ts'

/** The words of a message, be they one text or a list of parts. */
export function textOf(content: unknown): string {
  const whole = asText(content)
  if (whole !== null) return whole
  return asList(content)
    .flatMap((part) => asText(part) ?? asText(asRecord(part)['text']) ?? [])
    .join('\n')
}
