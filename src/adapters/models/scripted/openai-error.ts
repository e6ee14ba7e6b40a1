import type { FaultStatus } from './scenario.ts'
import type { Refusal, WireError } from './wire.ts'

const KINDS: Readonly<Record<FaultStatus, { readonly type: string; readonly code: string | null }>> = {
  401: { type: 'invalid_request_error', code: 'invalid_api_key' },
  402: { type: 'insufficient_quota', code: 'insufficient_quota' },
  403: { type: 'invalid_request_error', code: 'unsupported_country_region_territory' },
  404: { type: 'invalid_request_error', code: 'model_not_found' },
  429: { type: 'requests', code: 'rate_limit_exceeded' },
  500: { type: 'server_error', code: null },
  503: { type: 'service_unavailable_error', code: 'server_overloaded' },
  529: { type: 'overloaded_error', code: 'overloaded' },
}

/** An error as both of OpenAI's wires say it. */
export function refuseAsOpenai({ status, message, retryAfterSeconds }: Refusal): WireError {
  const headers =
    retryAfterSeconds === null
      ? {}
      : {
          'retry-after': String(retryAfterSeconds),
          'retry-after-ms': String(retryAfterSeconds * 1000),
          'x-ratelimit-limit-requests': '60',
          'x-ratelimit-remaining-requests': '0',
          'x-ratelimit-reset-requests': `${retryAfterSeconds}s`,
        }
  return { headers, body: { error: { message, param: null, ...KINDS[status] } } }
}
