import { describe, expect, it } from 'vitest'
import { RunFailure } from '../kernel/failure.ts'
import type { Json } from '../kernel/json.ts'
import type { StepContext } from '../kernel/playbook.ts'
import type { SharedFinding, Workspaces } from '../kernel/ports/workspaces.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { guarded } from './guarded.ts'

const finding = (message: string): SharedFinding => ({
  what: 'config',
  name: 'config',
  action: 'undone',
  message,
})
const noteOf = (message: string) => ({ action: 'undone', about: 'config config', message })

/** A step whose shared repository shows these findings, one look after the other. */
function stepThat(looks: readonly (readonly SharedFinding[])[], over: Partial<StepContext> = {}) {
  const done: string[] = []
  const noted: Json[] = []
  let looked = 0
  const workspaces: Pick<Workspaces, 'guard' | 'inspect'> = {
    guard: async () => void done.push('guard'),
    inspect: async () => {
      done.push('inspect')
      return looks[looked++] ?? []
    },
  }
  const context = {
    world: createTestWorld({ workspaces: workspaces as Workspaces }),
    run: 'r1',
    step: 'verify',
    attempt: 1,
    notes: [],
    signal: new AbortController().signal,
    note: async (note: Json) => {
      done.push('note')
      noted.push(note)
    },
    ...over,
  } as Partial<StepContext> as StepContext
  const work = async (): Promise<string> => {
    done.push('work')
    return 'result'
  }
  return { context, work, done, noted }
}

describe('guarded commands', () => {
  it('P3: are looked at before and after', async () => {
    const { context, work, done } = stepThat([[finding('changed')]])
    expect(await guarded(context, work)).toEqual({ result: 'result', shared: [noteOf('changed')] })
    expect(done).toEqual(['guard', 'work', 'inspect'])
  })

  it('P3: that were interrupted have what they did undone and told, also after another crash', async () => {
    const second = stepThat([[finding('before the crash')], [finding('after it')]], { attempt: 2 })
    expect((await guarded(second.context, second.work)).shared).toEqual([
      noteOf('before the crash'),
      noteOf('after it'),
    ])
    expect(second.done).toEqual(['inspect', 'note', 'guard', 'work', 'inspect'])
    const third = stepThat([[finding('after it')], []], { attempt: 3, notes: second.noted })
    expect((await guarded(third.context, third.work)).shared).toEqual([
      noteOf('before the crash'),
      noteOf('after it'),
    ])
  })

  it('P3: that could not be run are looked at too, unless the run was cancelled', async () => {
    const work = (): Promise<never> =>
      Promise.reject(new RunFailure({ code: 'command-missing', message: 'There is no shell.' }))
    const failed = stepThat([])
    await expect(guarded(failed.context, work)).rejects.toThrow('There is no shell.')
    expect(failed.done).toEqual(['guard', 'inspect'])
    const cancelled = stepThat([], { signal: AbortSignal.abort() })
    await expect(guarded(cancelled.context, work)).rejects.toThrow('There is no shell.')
    expect(cancelled.done).toEqual(['guard'])
  })
})
