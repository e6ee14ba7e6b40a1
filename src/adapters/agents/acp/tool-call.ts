import { asList, asRecord, asText } from './untrusted-json.ts'

/** What is known of one tool call, whichever messages told it. */
export interface ToolCall {
  readonly title: string
  readonly kind: string
  readonly status: string
  readonly paths: readonly string[]
}

/** Lays a `tool_call`, a `tool_call_update` or a permission request's tool call over what was known. */
export function mergeToolCall(known: ToolCall | undefined, told: unknown): ToolCall {
  const { title, kind, status, locations, content } = asRecord(told)
  const paths = [
    ...asList(locations).map((location) => asText(asRecord(location)['path'])),
    ...asList(content).map((part) => asText(asRecord(part)['path'])),
  ].filter((path) => path !== null)
  return {
    title: asText(title) ?? known?.title ?? '',
    kind: asText(kind) ?? known?.kind ?? 'other',
    status: asText(status) ?? known?.status ?? 'pending',
    paths: [...new Set([...(known?.paths ?? []), ...paths])],
  }
}

/** One line for people, such as `edit hello.txt (completed)`. */
export function describeToolCall({ title, kind, status, paths }: ToolCall): string {
  const what = title.replaceAll(/\s+/g, ' ').trim() || [kind, ...paths.slice(0, 3)].join(' ')
  return `${what.slice(0, 200)} (${status})`
}
