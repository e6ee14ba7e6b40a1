import { afterEach, describe, expect, it } from 'vitest'
import type { Json } from '../../src/kernel/json.ts'
import type {
  OpenTools,
  Tool,
  ToolAnswer,
  ToolOffer,
  Tools,
  ToolServer,
} from '../../src/kernel/ports/tools.ts'

/** An agent's end of the tools. */
export interface ToolUser {
  call(name: string, input: Json): Promise<ToolAnswer>
  close(): void
}

export interface ToolsBench {
  readonly tools: Tools
  /** Reaches a server as an agent does that was given it. */
  readonly use: (server: ToolServer) => Promise<ToolUser>
  readonly remove: () => Promise<void>
}

const echo: Tool = { name: 'echo', description: 'Says it back.', input: { type: 'object' } }

/** What every implementation of the tools port must do. */
export function describeToolsPort(name: string, make: () => Promise<ToolsBench>): void {
  describe(`tools port: ${name}`, () => {
    const cleanUps: (() => unknown)[] = []
    afterEach(async () => {
      for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
    })

    const open = async (): Promise<ToolsBench> => {
      const bench = await make()
      cleanUps.push(bench.remove)
      return bench
    }
    const offer = async (
      { tools }: ToolsBench,
      session: string | null,
      call: ToolOffer['call'] = async (tool, input) => ({
        text: `${tool} ${JSON.stringify(input)}`,
        isError: false,
      }),
    ): Promise<OpenTools> => {
      const opened = await tools.open({ session, tools: [echo], call })
      if (opened === null) throw new Error('No tools were opened.')
      return opened
    }
    const use = async ({ use: reach }: ToolsBench, { server }: OpenTools): Promise<ToolUser> => {
      const user = await reach(server)
      cleanUps.push(() => user.close())
      return user
    }

    it('brings a call to the turn at work, and its answer back', async () => {
      const bench = await open()
      const user = await use(bench, await offer(bench, null))
      expect(await user.call('echo', { a: [1, 'ü', null] })).toEqual({
        text: 'echo {"a":[1,"ü",null]}',
        isError: false,
      })
    })

    it('brings a complaint back as one, and survives a call that fails', async () => {
      const bench = await open()
      const opened = await offer(bench, null, async (tool) => {
        if (tool === 'echo') return { text: 'Not so.', isError: true }
        throw new Error('a secret of the conductor')
      })
      const user = await use(bench, opened)
      expect(await user.call('echo', {})).toEqual({ text: 'Not so.', isError: true })
      const failed = await user.call('other', {})
      expect(failed.isError).toBe(true)
      expect(failed.text).not.toContain('secret')
    })

    it('takes no call after the turn', async () => {
      const bench = await open()
      const calls: string[] = []
      const opened = await offer(bench, null, async (tool) => {
        calls.push(tool)
        return { text: '', isError: false }
      })
      const user = await use(bench, opened)
      opened.taken('s1')
      opened.close()
      expect(await user.call('echo', {})).toMatchObject({ isError: true })
      expect(calls).toEqual([])
    })

    it('brings the calls of each session to its own turn', async () => {
      const bench = await open()
      const say = (text: string) => async (): Promise<ToolAnswer> => ({ text, isError: false })
      const [one, two] = [await offer(bench, null, say('one')), await offer(bench, null, say('two'))]
      const [first, second] = [await use(bench, one), await use(bench, two)]
      one.taken('s1')
      two.taken('s2')
      two.close()
      expect(await first.call('echo', {})).toMatchObject({ text: 'one', isError: false })
      expect(await second.call('echo', {})).toMatchObject({ isError: true })
    })
  })
}
