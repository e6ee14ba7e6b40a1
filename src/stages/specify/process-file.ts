/** A file that a process writes for people; its path is from the root of the repository. */
export interface ProcessFile {
  readonly path: string
  readonly text: string
}
