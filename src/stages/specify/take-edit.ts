import type { Run } from '../../kernel/playbook.ts'
import type { ProcessFiles } from './process-files.ts'

/**
 * Takes over what a person has made of a file of the process, once it is sound; as long as it is not, they are told
 * where and asked. Gives the text that was taken, or `null` when they want what the run wrote itself.
 */
export async function takeEdit(
  run: Run,
  files: ProcessFiles,
  name: string,
  path: string,
  first: string,
): Promise<string | null> {
  let text = first
  for (let go = 1; ; go += 1) {
    const problem = files.problemWith(path, text)
    if (problem === null) {
      await files.accept(`${name}-take-${go}`, path, text)
      return text
    }
    const { option } = await run.question(`${name}-${go}`, {
      kind: 'choice',
      text: `You have edited ${path} in ${files.folder}, but it cannot be taken: ${problem}`,
      options: [
        { id: 'again', label: 'I have mended it', description: 'It is read once more.' },
        { id: 'leave', label: 'Go on without my edit', description: 'What the run wrote last is delivered.' },
      ],
      free: false,
    })
    if (option === 'leave') {
      await files.putBack(`${name}-back-${go}`, path, text)
      return null
    }
    const present = await files.edited(`${name}-look-${go}`, path)
    if (present === null) return null
    text = present
  }
}
