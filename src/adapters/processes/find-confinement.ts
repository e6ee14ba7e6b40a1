import { tmpdir } from 'node:os'
import type { Confinement } from '../../kernel/ports/processes.ts'
import { createConfiner } from './confiner.ts'

/** How far a process can be confined here, seen by confining one that never starts. */
export async function findConfinement(): Promise<Confinement> {
  const request = {
    argv: ['/bin/sh'] as const,
    cwd: '/',
    env: { HOME: tmpdir() },
    label: 'a try',
    confined: { writable: [] },
  }
  const { gated, confinement } = await createConfiner(true).launch(request, '/bin/sh', String(process.pid))
  gated.abandon()
  await gated.gone
  return confinement
}
