import { RunFailure } from '../../kernel/failure.ts'
import { machineTrouble } from '../../kernel/machine-trouble.ts'

/** The system's code of an error, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** For `catch` around something that may be gone: gives `instead` then, and rethrows everything else. */
export function whenGone<T>(instead: T): (error: unknown) => T {
  return (error) => {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return instead
    throw error
  }
}

/** Runs `act`, and turns an error of the file system into one sentence that says what to do. */
export async function translateFileErrors<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw translateFileError(error)
  }
}

/** An error of the file system as one sentence that says what to do; any other error as it is. */
export function translateFileError(error: unknown): unknown {
  if (error instanceof RunFailure || errorCode(error) === undefined) return error
  return new RunFailure({ code: 'workspace-failed', message: advice(error) }, { cause: error })
}

function advice(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  const trouble = machineTrouble(error) ?? 'look at it'
  return `A file of the workspace could not be read or written: ${trouble}, then resume (${said}).`
}
