import { parseHostPattern } from '../kernel/host-pattern.ts'
import { DEFAULT_LIMITS, MOST_OUTPUT_BYTES } from '../kernel/ports/isolation.ts'
import { formatByteSize } from './byte-size.ts'
import { listOf, text, wholeNumber } from '../policy/value-schemas.ts'
import { byteSize, group, statePath } from './value-schemas.ts'

/** What runs in the sandbox may touch beside what it always may. */
export const sandboxSchema = group({
  readable: listOf(statePath(), 'must be a list of paths')
    .describe(
      'Files and folders that agents and commands may read although they lie where things are hidden.',
    )
    .exactOptional(),
  writable: listOf(statePath(), 'must be a list of paths')
    .describe('Files and folders outside the workspace that agents and commands may write to.')
    .exactOptional(),
  hosts: listOf(hostPattern(), 'must be a list of hosts')
    .describe(
      'Hosts that agents may reach beside their own service and the package registries; *. stands for everything below a name.',
    )
    .exactOptional(),
  limits: group({
    processes: wholeNumber()
      .describe(`Processes of one agent or command at once. Default: ${DEFAULT_LIMITS.processes}.`)
      .exactOptional(),
    memory: byteSize()
      .describe(`Memory of one process. Default: ${formatByteSize(DEFAULT_LIMITS.memoryBytes)}.`)
      .exactOptional(),
    'file-size': byteSize()
      .describe(`Size of one file that is written. Default: ${formatByteSize(DEFAULT_LIMITS.fileBytes)}.`)
      .exactOptional(),
    output: byteSize()
      .describe(
        `What one command may print before it is ended. Default: ${formatByteSize(MOST_OUTPUT_BYTES)}.`,
      )
      .exactOptional(),
  })
    .describe('What one agent or command may use up.')
    .exactOptional(),
})

function hostPattern() {
  const error =
    'must be a host such as api.example.com, *.example.com or localhost:11434; this machine needs a port'
  return text(error).refine((written) => parseHostPattern(written) !== null, { error })
}
