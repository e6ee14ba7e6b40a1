import type { Run } from '../../kernel/playbook.ts'
import { inPlaceFiles } from './in-place-files.ts'
import type { FilesOptions, ProcessFiles } from './process-files.ts'
import { openProcessFiles } from './process-files.ts'

/** Opens the files of a run's process at the base, and where a person wants that also in their checkout. */
export async function openFiles(
  run: Run,
  base: string,
  { inPlace = false, ...options }: FilesOptions & { readonly inPlace?: boolean },
): Promise<ProcessFiles> {
  const files = await openProcessFiles(run, base, options)
  return inPlace ? inPlaceFiles(run, files, base) : files
}
