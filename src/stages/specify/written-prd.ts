import { PRD_FILE, parsePrd } from '../../config/prd-file.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Prd } from '../../plan/prd.ts'
import type { ProcessFiles } from './process-files.ts'

/** A PRD and the text it was read from. */
export type WrittenPrd = { readonly text: string; readonly prd: Prd }

/**
 * Reads a PRD that others have written. One that cannot be read is a person's to mend, in the run's own files: it is
 * asked about, with the lines, until it can be read. `null`: the run is to go on without it.
 */
export async function soundPrd(run: Run, first: string, files: ProcessFiles): Promise<WrittenPrd | null> {
  let text = first
  for (let number = 1; ; number += 1) {
    const read = readOrComplaint(text)
    if ('prd' in read) return read
    const answer = await run.question(`broken-${number}`, {
      kind: 'choice',
      text: `${PRD_FILE} cannot be read: ${read.complaint}`,
      options: [
        { id: 'mended', label: `I have mended it in ${files.folder}`, recommended: true },
        { id: 'without', label: 'Leave it as it is, and go on without requirements' },
        { id: 'stop', label: 'End the run' },
      ],
      free: false,
    })
    if (answer.option === 'without') return null
    if (answer.option === 'stop') {
      const message = `Ended by ${answer.by}, because ${PRD_FILE} cannot be read: ${read.complaint}`
      throw new RunFailure({ code: 'rejected', message })
    }
    text = (await files.edited(`${run.scopeName}/look-${number}`, PRD_FILE)) ?? text
  }
}

function readOrComplaint(text: string): WrittenPrd | { readonly complaint: string } {
  try {
    return { text, prd: parsePrd(text) }
  } catch (thrown) {
    if (thrown instanceof RunFailure && thrown.code === 'bad-input') return { complaint: thrown.message }
    throw thrown
  }
}
