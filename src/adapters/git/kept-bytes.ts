/** The beginning of what somebody prints, up to so many bytes. */
export class Kept {
  readonly #most: number
  readonly #parts: Buffer[] = []
  #length = 0
  isCut = false

  constructor(most: number) {
    this.#most = most
  }

  /** Whether all of it was kept. */
  add(part: Buffer): boolean {
    const room = this.#most - this.#length
    const kept = part.length <= room ? part : part.subarray(0, room)
    this.#length += kept.length
    if (kept.length > 0) this.#parts.push(kept)
    this.isCut ||= kept.length < part.length
    return !this.isCut
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}
