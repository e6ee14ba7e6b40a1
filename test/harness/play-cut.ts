import type { TestRepository } from '../fixtures/git-repository.ts'
import type { StageOptions, StagePlay } from './play-stage.ts'
import { playStage } from './play-stage.ts'

/** Plays a stage that is cut off after so many events, and then goes on with it. */
export async function playCut(
  repository: TestRepository,
  script: Pick<StageOptions, 'stage' | 'scenes' | 'answer'>,
  most: number,
): Promise<StagePlay> {
  const cut = await playStage({ ...script, repository, most })
  if (cut.events.length !== most) throw new Error(`There are only ${cut.events.length} events.`)
  return playStage({ ...script, repository, past: cut.events })
}
