/** A turn that its script answers with a JSON-RPC error. */
export class ScriptedError extends Error {
  override readonly name = 'ScriptedError'
  readonly code: number
  readonly retryAfterSeconds: number | null

  constructor(code: number, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
