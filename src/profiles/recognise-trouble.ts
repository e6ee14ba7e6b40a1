import type { ProgramProfile, ServiceTrouble } from './program-profile.ts'

interface Sign {
  readonly says: RegExp
  readonly means: ServiceTrouble
}

/** What services say, whichever program hands it on. The first that fits counts: many say 429 for several things. */
const SIGNS: readonly Sign[] = [
  { says: /resource[_ ]exhausted/i, means: 'rate-limited' },
  {
    says: /\b402\b|payment required|insufficient[_ ](quota|credits?|balance|funds)|out of credits|credit balance is too low|exceeded your current quota|credits? (are|is|have been|has been|were) (exhausted|used up|depleted)|billing[_ ](hard[_ ]limit|details|error|issue|required)/i,
    means: 'out-of-quota',
  },
  {
    says: /model[_ ]not[_ ]found|\b(unknown|unsupported|invalid|no such) model(id)?\b|(not (allowed|authori[sz]ed|permitted) to use|(do|does) not have access to|no access to) (this |the |that )?model|\bmodels?\b[^.\n]{0,100}\b(does not exist|doesn't exist|(was |is |could )?not (be )?(found|available|supported|configured|recogni[sz]ed)|unavailable)/i,
    means: 'model-unavailable',
  },
  {
    says: /\b429\b|rate[ _-]?limit|too many requests|usage limit|quota exceeded|(session|weekly|daily|5-hour) limit reached/i,
    means: 'rate-limited',
  },
  {
    says: /\b(401|403)\b|unauthori[sz]ed|unauthenticated|authentication|permission[_ ]denied|not logged in|please (log|sign) ?in|(incorrect|invalid|missing|expired) (api[ _-]?key|x-api-key|credentials|token)|api[ _-]?key\b[^.\n]{0,40}\b(missing|invalid|not valid|required|expired)/i,
    means: 'unauthorised',
  },
  {
    says: /\b(503|529)\b|overloaded|service unavailable|at capacity|(status|http|code|error)\W{0,12}5(00|02|04)\b|\b5(00|02|04)\b\W{0,3}(internal|server|bad gateway|gateway|status)|internal server error|bad gateway|api_error|stream (disconnected|decode error)|error (decoding|reading) (a |the )?(response )?body|premature close|socket hang up|\bECONNRESET\b/i,
    means: 'overloaded',
  },
]

/** Longer than any notice that was seen; a reply of this length is work. */
const LONGEST_NOTICE = 1500
/** What programs put before what they have to say. */
const NOISE = /^(?:\s*(?:info: [^\n]*?retrying\.{3}|\**(?:info|warning):[^\n]*\n+))+/i
/** How a notice begins: with what a machine would put there, and a person who writes about errors would not. */
const NOTICE = new RegExp(
  [
    String.raw`ran into this error:`,
    String.raw`(?:\w+ )?error: (?:failed to get response from the ai model;|\d{3}\b(?! ?%)|request rejected \(\d{3}\)|[^\n]*(?:\bhttp|\bstatus(?: code)?:?|last error:) ?\d{3}\b|[^\n]*\b[a-z]+_error\b)`,
    String.raw`(?:unexpected|http|response) status(?: code)?:? \d{3}\b`,
    String.raw`exceeded retry limit, last status`,
    String.raw`stream disconnected before completion:`,
    String.raw`\d{3} (?:unauthorized|payment required|forbidden|not found|too many requests|internal server error|bad gateway|service unavailable)\b`,
    String.raw`\{\s*"(?:type":\s*"error"|error":)`,
  ]
    .map((opening) => `^${opening}`)
    .join('|'),
  'i',
)

/** What stands behind the last word of an answer that was cut off on its way. */
const BROKEN_OFF =
  /(?:stream disconnected before completion: [^\n]+|ran into this error: request failed: stream [^\n]+\n+please retry if you think [^\n]+)$/i

/**
 * What stands in the way, read from the words of an error; `null` when they tell nothing of the service.
 * Contract: only for words that are known to be an error's; `profile` is `null` for a program nobody knows.
 */
export function recogniseTrouble(
  words: string,
  profile: Pick<ProgramProfile, 'troubles'> | null,
): ServiceTrouble | null {
  const signs = [...(profile?.troubles ?? []), ...SIGNS]
  return signs.find(({ says }) => says.test(words))?.means ?? null
}

/**
 * The same for what an agent said in a turn. Contract: `null` unless the reply as a whole is the notice of an
 * error, or breaks off in one without having come to any result, so that an agent may write and speak about limits, keys and models as it likes.
 */
export function recogniseTroubleInReply(
  reply: string,
  profile: Pick<ProgramProfile, 'troubles' | 'notice'> | null,
): ServiceTrouble | null {
  const text = reply.replace(NOISE, '').trim()
  if (text === '' || text.length > LONGEST_NOTICE || text.includes('```')) return null
  if (BROKEN_OFF.test(text)) return 'overloaded'
  const isNotice = NOTICE.test(text) || profile?.notice?.test(text) === true
  return isNotice ? recogniseTrouble(text, profile) : null
}
