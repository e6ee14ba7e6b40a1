/** Git leaves locks and empty folders for milliseconds only: one that stays for so long has no owner any more. */
export const ABANDONED_MS = 500
