/** What a person lets what runs in the sandbox do, beyond what it always may. */
export interface Allowances {
  /**
   * Remembers a person's word for this repository; it counts from now on, and in later runs. Contract: saying it
   * again changes nothing; a path that would open too much is refused with `bad-input`.
   */
  allowWriting(paths: readonly string[]): Promise<void>
}
