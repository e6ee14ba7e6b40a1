import { createHash } from 'node:crypto'
import { readMarks } from './folder-marks.ts'

/** Stands for every file below a folder but `.git`, by what only the system can set; no content is read. */
export async function fingerprintFolder(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const [path, { mark }] of await readMarks(root)) hash.update(`${path}\0${mark}\n`)
  return hash.digest('hex')
}
