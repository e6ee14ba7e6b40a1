/** The MD5 of a text, as teams' own files have it. It tells a changed file from an unchanged one and guards nothing. */
export function md5(text: string): string {
  const words = padded(new TextEncoder().encode(text))
  let state: readonly [number, number, number, number] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let from = 0; from < words.length; from += 16) state = round(state, words.subarray(from, from + 16))
  return state.map(littleEndian).join('')
}

type State = readonly [number, number, number, number]

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const

function padded(bytes: Uint8Array): Uint32Array {
  const length = (((bytes.length + 8) >>> 6) + 1) * 64
  const view = new DataView(new ArrayBuffer(length))
  for (const [index, byte] of bytes.entries()) view.setUint8(index, byte)
  view.setUint8(bytes.length, 0x80)
  view.setUint32(length - 8, (bytes.length << 3) >>> 0, true)
  view.setUint32(length - 4, Math.floor(bytes.length / 0x20000000), true)
  return Uint32Array.from({ length: length / 4 }, (_, index) => view.getUint32(index * 4, true))
}

function round(before: State, words: Uint32Array): State {
  let [a, b, c, d] = before
  for (let step = 0; step < 64; step += 1) {
    const turn = step >>> 4
    const mixed = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][turn] ?? 0
    const place = [step, 5 * step + 1, 3 * step + 5, 7 * step][turn] ?? 0
    const word = words[place & 15] ?? 0
    const constant = Math.floor(Math.abs(Math.sin(step + 1)) * 0x100000000)
    const sum = (a + mixed + constant + word) >>> 0
    const shift = SHIFTS[turn * 4 + (step & 3)] ?? 0
    ;[a, d, c] = [d, c, b]
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) >>> 0
  }
  return [(before[0] + a) >>> 0, (before[1] + b) >>> 0, (before[2] + c) >>> 0, (before[3] + d) >>> 0]
}

function littleEndian(word: number): string {
  return [0, 8, 16, 24].map((shift) => ((word >>> shift) & 255).toString(16).padStart(2, '0')).join('')
}
