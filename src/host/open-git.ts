import { dirname, join } from 'node:path'
import type { Git } from '../adapters/git/create-git.ts'
import { createGit } from '../adapters/git/create-git.ts'
import { createSecrets } from '../adapters/secrets/create-secrets.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import type { Host } from './host.ts'
import { refuseLedElsewhere } from './keep-to-own-folders.ts'
import { runMarker } from './run-marker.ts'

/** The repository for a command that plays no run. */
export async function openGit({ locations, environment }: Host, run: string): Promise<Git> {
  refuseLedElsewhere(locations)
  return createGit({
    place: locations.repository,
    worktreesRoot: locations.worktrees,
    stateFolder: join(dirname(locations.runs), 'git'),
    environment,
    marker: runMarker(locations, run),
    effect: plainEffect,
    secrets: createSecrets({ known: [] }),
  })
}
