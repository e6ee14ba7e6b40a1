import { asNumber, asText, isJsonRecord } from '../kernel/untrusted-json.ts'

const LONGEST_WAIT_MS = 8 * 24 * 60 * 60 * 1000
const MILLISECONDS = /^(retry_?after|reset_?after|retry_?in)_?ms$/i
const SECONDS = /^(retry[-_]?after|reset[-_]?after|retry[-_]?in|retry[-_]?delay)([-_]?(seconds|secs?))?$/i
const MOMENT = /^(resets?[-_]?at|retry[-_]?at|reset|reset[-_]?time)$/i
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * The moment a rate limit ends, read from an error's structured part or else its text; `undefined` when it
 * does not say, or says something that cannot be meant.
 */
export function readRetryTime(message: string, details: unknown, now: number): number | undefined {
  const found = readDetails(details, now, 0) ?? readText(message, now)
  if (found === null || found <= now || found > now + LONGEST_WAIT_MS) return undefined
  return Math.ceil(found)
}

function readDetails(value: unknown, now: number, depth: number): number | null {
  if (typeof value === 'string') return readText(value, now)
  if (!isJsonRecord(value) || depth > 4) return null
  for (const [key, field] of Object.entries(value)) {
    const found = readField(key, field, now) ?? readDetails(field, now, depth + 1)
    if (found !== null) return found
  }
  return null
}

function readField(key: string, field: unknown, now: number): number | null {
  const text = asText(field)
  const number = asNumber(field) ?? (text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : null)
  if (MILLISECONDS.test(key)) return number === null ? null : now + number
  if (SECONDS.test(key)) {
    if (number !== null) return now + number * 1000
    return text === null ? null : (readSpan(text, now) ?? readMoment(text))
  }
  if (!MOMENT.test(key)) return null
  return number === null ? (text === null ? null : readMoment(text)) : readEpoch(number)
}

function readText(text: string, now: number): number | null {
  const iso = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|UTC|[+-]\d\d:?\d\d)/.exec(text)
  if (iso !== null) return readMoment(iso[0])
  const after =
    /(?:retry[- _]?after|try again (?:in|after)|resets? in|retry in|wait)\W{0,4}((?:[\d.]+\s?[a-z]*[\s,]*)+)/i
  const span = after.exec(text)?.[1]
  if (span !== undefined) return readSpan(span, now)
  const epoch = /resets? at\W{0,3}(\d{10,13})\b/i.exec(text)?.[1]
  return epoch === undefined ? readClock(text, now) : readEpoch(Number(epoch))
}

/** `11:48 AM`, also with a day before it such as `Nov 20th, 2026`, as Codex says it on the clock of its machine. */
function readClock(text: string, now: number): number | null {
  const said =
    /try again at (?:(?<day>[a-z]{3,9} \d\d?)(?:st|nd|rd|th)?, (?<year>\d{4})(?:,| at)? )?(?<hour>\d\d?):(?<minute>\d\d) (?<half>am|pm)\b/i
  const { day, year, hour, minute, half } = said.exec(text)?.groups ?? {}
  if (hour === undefined || minute === undefined) return null
  const at = new Date(day === undefined ? now : Date.parse(`${day}, ${year} 00:00`))
  // It says no seconds, and means one of that minute.
  at.setHours((Number(hour) % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0), Number(minute) + 1, 0, 0)
  if (day === undefined && at.getTime() <= now) at.setDate(at.getDate() + 1)
  return Number.isNaN(at.getTime()) ? null : at.getTime()
}

/** `30`, `30s`, `1m30s`, `5 minutes`, `1 hour 2 min`; a number without a unit counts seconds. */
function readSpan(text: string, now: number): number | null {
  let total: number | null = null
  for (const [, digits, unit] of text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)?[a-z]*/gi)) {
    total = (total ?? 0) + Number(digits) * (UNIT_MS[(unit ?? 's').toLowerCase()] ?? 1000)
  }
  return total === null ? null : now + total
}

function readMoment(text: string): number | null {
  const at = Date.parse(text.replace(/\s?UTC$/, 'Z'))
  return Number.isNaN(at) ? null : at
}

function readEpoch(number: number): number {
  return number < 1e11 ? number * 1000 : number
}
