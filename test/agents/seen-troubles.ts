import type { ServiceTrouble } from '../../src/profiles/program-profile.ts'

type Seen = readonly [program: string, words: string, means: ServiceTrouble]

/** What programs answered as an error when the scripted model failed them: message and details, on 2026-11-16. */
export const seenErrors: readonly Seen[] = [
  ['claude', 'Authentication required', 'unauthorised'],
  [
    'claude',
    'Internal error: API Error: 402 You exceeded your current quota, please check your plan and billing details. {"errorKind":"unknown"}',
    'out-of-quota',
  ],
  [
    'claude',
    'Internal error: There\'s an issue with the selected model (claude-scripted). It may not exist or you may not have access to it. {"errorKind":"model_not_found"}',
    'model-unavailable',
  ],
  [
    'claude',
    'Internal error: API Error: Request rejected (429) · Rate limit reached. Please try again in 3600s. {"errorKind":"rate_limit"}',
    'rate-limited',
  ],
  [
    'claude',
    'Internal error: API Error: 500 The server had an error while processing your request. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:4000). {"errorKind":"server_error"}',
    'overloaded',
  ],
  ['claude', 'Internal error: API Error: 529 Overloaded. {"errorKind":"server_error"}', 'overloaded'],
  [
    'claude',
    'Internal error: API Error: Connection to the API was lost (ECONNRESET). This is usually temporary — try again. {"errorKind":"server_error"}',
    'overloaded',
  ],
  ['codex', 'Authentication required', 'unauthorised'],
  [
    'codex',
    'Internal error {"message":"You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again at 11:48 AM.","codexErrorInfo":"usageLimitExceeded"}',
    'rate-limited',
  ],
  ['gemini', 'status 500: terminated', 'overloaded'],
  ['grok', 'reqwest error stream: Transport error: error decoding response body', 'overloaded'],
  [
    'gemini',
    '{"error":{"code":401,"message":"Incorrect API key provided.","status":"UNAUTHENTICATED","details":[]}}',
    'unauthorised',
  ],
  [
    'gemini',
    '{"error":{"code":402,"message":"You exceeded your current quota, please check your plan and billing details.","status":"FAILED_PRECONDITION","details":[]}}',
    'out-of-quota',
  ],
  [
    'gemini',
    '{"error":{"code":403,"message":"Your account is not allowed to use this model.","status":"PERMISSION_DENIED","details":[]}}',
    'model-unavailable',
  ],
  ['gemini', 'The model does not exist or you do not have access to it.', 'model-unavailable'],
  ['gemini', 'Rate limit reached. Please try again in 3600s.\nSuggested retry after 3600s.', 'rate-limited'],
  [
    'grok',
    'Internal error Unauthorized (401) from http://127.0.0.1:4000/v1/chat/completions: invalid_request_error: Incorrect API key provided.\n\n  Model:     scripted-model\n  Auth:      ApiKey\n  Version:   1.0.41\n  Available: grok-4.6, grok-4.5, scripted-model',
    'unauthorised',
  ],
  [
    'grok',
    'Internal error {"message":"API error (status 402 Payment Required): insufficient_quota: You exceeded your current quota, please check your plan and billing details.","http_status":402}',
    'out-of-quota',
  ],
  [
    'grok',
    'Internal error {"message":"API error (status 404 Not Found): invalid_request_error: The model does not exist or you do not have access to it.\\n\\n  Model:     scripted-model","http_status":404}',
    'model-unavailable',
  ],
  [
    'opencode',
    'Internal error: Incorrect API key provided. {"service":"session","errorName":"APIError"}',
    'unauthorised',
  ],
  [
    'opencode',
    'Internal error: You exceeded your current quota, please check your plan and billing details. {"service":"session","errorName":"APIError"}',
    'out-of-quota',
  ],
  [
    'opencode',
    'Internal error: The model does not exist or you do not have access to it. {"service":"session","errorName":"APIError"}',
    'model-unavailable',
  ],
  [
    'opencode',
    'Invalid params: model not found: no-such-model {"providerId":"no-such-model","modelId":"no-such-model"}',
    'model-unavailable',
  ],
  ['qwen', 'Internal error {"details":"401 Incorrect API key provided."}', 'unauthorised'],
  [
    'qwen',
    'Internal error {"details":"402 You exceeded your current quota, please check your plan and billing details."}',
    'out-of-quota',
  ],
  [
    'qwen',
    'Internal error {"details":"404 The model does not exist or you do not have access to it."}',
    'model-unavailable',
  ],
  [
    'qwen',
    'Internal error {"details":"Model \'no-such-model\' not found for authType \'openai\'"}',
    'model-unavailable',
  ],
  [
    'kimi',
    'Internal error {"details":"Model \\"no-such-model\\" is not configured in config.toml."}',
    'model-unavailable',
  ],
  ['grok', 'Invalid params unknown model id', 'model-unavailable'],
  ['pi', 'Invalid params Unknown modelId: no-such-model', 'model-unavailable'],
  ['droid', 'Invalid params: Invalid model: no-such-model', 'model-unavailable'],
  ['droid', 'Invalid params: Model not recognized {"modelId":"no-such-model"}', 'model-unavailable'],
  ['pi', 'Authentication required: Configure an API key or log in with an OAuth provider.', 'unauthorised'],
]

const FALLBACK =
  'Warning: Model metadata for `scripted-model` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.\n\n'
const RETRIED = 'Info: Request failed due to a transient API error. Retrying...'

/** What programs said in place of a reply, as if the turn had ended well. */
export const seenNotices: readonly Seen[] = [
  ['claude', 'Failed to authenticate. API Error: 401 Incorrect API key provided.', 'unauthorised'],
  [
    'claude',
    'API Error: 402 You exceeded your current quota, please check your plan and billing details.',
    'out-of-quota',
  ],
  [
    'claude',
    "There's an issue with the selected model (claude-scripted). It may not exist or you may not have access to it.",
    'model-unavailable',
  ],
  [
    'claude',
    'API Error: Request rejected (429) · Rate limit reached. Please try again in 3600s.',
    'rate-limited',
  ],
  [
    'claude',
    'API Error: 503 The service is temporarily unavailable. This is a server-side issue, usually temporary — try again in a moment.',
    'overloaded',
  ],
  [
    'codex',
    `${FALLBACK}unexpected status 402 Payment Required: You exceeded your current quota, please check your plan and billing details., url: http://127.0.0.1:4000/v1/responses\n\n`,
    'out-of-quota',
  ],
  [
    'codex',
    `${FALLBACK}unexpected status 403 Forbidden: Your account is not allowed to use this model., url: http://127.0.0.1:4000/v1/responses\n\n`,
    'model-unavailable',
  ],
  ['codex', `${FALLBACK}The model does not exist or you do not have access to it.\n\n`, 'model-unavailable'],
  ['codex', `${FALLBACK}exceeded retry limit, last status: 429 Too Many Requests\n\n`, 'rate-limited'],
  [
    'codex',
    `${FALLBACK}We’re currently experiencing high demand, which may cause temporary errors.\n\n`,
    'overloaded',
  ],
  [
    'codex',
    `${FALLBACK}unexpected status 529 <unknown status code>: Overloaded., url: http://127.0.0.1:4000/v1/responses\n\n`,
    'overloaded',
  ],
  [
    'codex',
    `${FALLBACK}This answer is cut off before its end.stream disconnected before completion: Transport error: network error: error decoding response body\n\n`,
    'overloaded',
  ],
  [
    'codex',
    `${FALLBACK}stream disconnected before completion: Transport error: network error: error decoding response body\n\n`,
    'overloaded',
  ],
  [
    'copilot',
    'Error: Failed to get response from the AI model; retried 5 times (total retry wait time: 5.00 seconds) Last error: Failed native model HTTP request: error decoding response body: error reading a body from connection: unexpected EOF during chunk size line',
    'overloaded',
  ],
  [
    'goose',
    'This answer is cut off before its end.Ran into this error: Request failed: Stream decode error: error decoding response body.\n\nPlease retry if you think this is a transient or recoverable error.',
    'overloaded',
  ],
  [
    'goose',
    'Ran into this error: Request failed: Stream decode error: error decoding response body.\n\nPlease retry if you think this is a transient or recoverable error.',
    'overloaded',
  ],
  [
    'copilot',
    `${RETRIED}${RETRIED}Error: Authentication failed with provider at http://127.0.0.1:4000/v1 (HTTP 401).\n  Check your COPILOT_PROVIDER_API_KEY, COPILOT_PROVIDER_API_KEY_COMMAND, or COPILOT_PROVIDER_BEARER_TOKEN.`,
    'unauthorised',
  ],
  [
    'copilot',
    'Error: 402 You exceeded your current quota, please check your plan and billing details.',
    'out-of-quota',
  ],
  [
    'copilot',
    "Error: Model 'scripted-model' not found on provider at http://127.0.0.1:4000/v1 (HTTP 404).\n  Check that the model is available on your provider.",
    'model-unavailable',
  ],
  ['copilot', 'Error: 429 Rate limit reached. Please try again in 3600s.', 'rate-limited'],
  [
    'copilot',
    `${RETRIED}${RETRIED}${RETRIED}Error: Failed to get response from the AI model; retried 5 times (total retry wait time: 16.40 seconds) Last error: 500 The server had an error while processing your request.`,
    'overloaded',
  ],
  [
    'goose',
    'Ran into this error: Authentication error: Authentication failed. Status: 401 Unauthorized. Response: Incorrect API key provided..\n\nPlease retry if you think this is a transient or recoverable error.',
    'unauthorised',
  ],
  [
    'goose',
    'Ran into this error: Request failed: Resource not found (404): The model does not exist or you do not have access to it.. Available models for this provider: gemini-2.5-flash.\n\nPlease retry if you think this is a transient or recoverable error.',
    'model-unavailable',
  ],
  [
    'goose',
    'Ran into this error: Server error: Server error (500 Internal Server Error): The server had an error while processing your request..\n\nPlease retry if you think this is a transient or recoverable error.',
    'overloaded',
  ],
  [
    'goose',
    'Ran into this error: Server error: Server error (529 <unknown status code>): Overloaded..\n\nPlease retry if you think this is a transient or recoverable error.',
    'overloaded',
  ],
]
