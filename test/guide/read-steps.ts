/** A file that a guide shows, to be written as it is shown. */
export interface FileStep {
  readonly kind: 'file'
  readonly line: number
  readonly path: string
  readonly text: string
}

/** A command of a guide, and what is promised of it. */
export interface CommandStep {
  readonly kind: 'command'
  readonly line: number
  readonly command: string
  readonly status: number
  /** It is left open, in a terminal of its own, while the next commands are typed. */
  readonly stays: boolean
  /** It is typed as soon as the newest run asks something. */
  readonly whenAsked: boolean
  /** Lines that it prints, among others. */
  readonly shows: readonly string[]
}

export type GuideStep = FileStep | CommandStep

interface Block {
  readonly language: string
  readonly line: number
  readonly lines: readonly string[]
  /** The last line of words before it. */
  readonly above: string
}

/**
 * Everything a guide has its reader do, in order. A comment says what is not plain: `# ends with 4`, `# stays open`,
 * `# once you are asked`.
 * A `text` block is what the command before it prints; a block after a path and a colon is that file.
 */
export function readSteps(guide: string): readonly GuideStep[] {
  const steps: GuideStep[] = []
  for (const block of blocksOf(guide)) {
    const [, path] = /`([^`]+)`:$/.exec(block.above) ?? []
    const last = steps.at(-1)
    if (block.language === 'sh')
      steps.push(...block.lines.flatMap((text, at) => commandOf(text, block.line + at)))
    else if (block.language === 'text') {
      if (last?.kind !== 'command')
        throw new Error(`Line ${block.line}: no command is shown before this output.`)
      steps[steps.length - 1] = { ...last, shows: block.lines.filter((line) => line.trim() !== '') }
    } else if (path !== undefined) {
      steps.push({ kind: 'file', line: block.line, path, text: `${block.lines.join('\n')}\n` })
    } else throw new Error(`Line ${block.line}: nobody knows what this block is for.`)
  }
  return steps
}

function blocksOf(guide: string): readonly Block[] {
  const lines = guide.split('\n')
  const fences = lines.flatMap((line, index) => (line.startsWith('```') ? [index] : []))
  return fences.flatMap((start, at) => {
    if (at % 2 === 1) return []
    const above = lines.slice(0, start).findLast((line) => line !== '') ?? ''
    const inside = lines.slice(start + 1, fences[at + 1])
    return [{ language: (lines[start] ?? '').slice(3), line: start + 2, lines: inside, above }]
  })
}

function commandOf(text: string, line: number): readonly CommandStep[] {
  const [, command = '', comment = ''] = /^(.*?)(?:\s+# (.*))?$/.exec(text) ?? []
  if (command === '') return []
  const [, status = '0'] = /\bends with (\d+)/.exec(comment) ?? []
  const stays = /\bstays open\b/.test(comment)
  const whenAsked = /\bonce you are asked\b/.test(comment)
  return [{ kind: 'command', line, command, status: Number(status), stays, whenAsked, shows: [] }]
}
