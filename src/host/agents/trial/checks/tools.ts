import { createTools } from '../../../../adapters/tools/mcp/create-tools.ts'
import type { Json } from '../../../../kernel/json.ts'
import type { Tool } from '../../../../kernel/ports/tools.ts'
import { asList, asRecord } from '../../../../kernel/untrusted-json.ts'
import { TUTTI_VERSION } from '../../../version.ts'
import { type Check, failed, notOffered, passed } from '../check.ts'
import { heardAnswers } from '../heard.ts'
import { turnWords } from '../words-of.ts'

const SUBMIT: Tool = {
  name: 'submit_result',
  description: 'Hands in your result. Call it once, then end your turn.',
  input: {
    type: 'object',
    properties: { status: { type: 'string' }, summary: { type: 'string' } },
    required: ['status', 'summary'],
  },
}

/** What the scripted model says when the agent has not offered it the tool. */
const UNSEEN = /No tool to call submit_result/

/** It takes a server of tools and lets its model call them. */
export const tools: Check = {
  id: 'tools',
  title: 'calls the tools it is given (MCP)',
  required: false,
  scenes: () => [
    {
      when: '\\[tools\\]',
      steps: [
        { do: 'call', tool: SUBMIT.name, input: { status: 'completed', summary: 'It is done.' } },
        { do: 'say', text: 'Handed in.' },
      ],
    },
  ],
  look: async (trial) => {
    const calls: Json[] = []
    const offered = createTools({ version: TUTTI_VERSION, onTrouble: () => {} })
    const opened = await offered.open({
      session: null,
      tools: [SUBMIT],
      call: (name, input) => {
        calls.push({ name, input })
        return Promise.resolve({ text: 'Accepted.', isError: false })
      },
    })
    if (opened === null) return failed('nothing can listen on this machine')
    const conductor = trial.start()
    try {
      const turn = await conductor.turn({
        check: 'tools',
        say: 'Call the tool `submit_result` of the server `tutti` (its name may have something before it; if you can search for tools, search for it) with status "completed" and summary "It is done.", then end your turn.',
        path: trial.scratch.worktree,
        tools: opened.server,
      })
      const over = transportOf(conductor.launched[0])
      const [call] = calls.map(asRecord)
      if (call === undefined && over === null) return notOffered('it was not given to the agent')
      if (call === undefined && UNSEEN.test(turn.reply?.text ?? '')) {
        return notOffered(`it takes the server (${over}) and shows its model no tool of it`)
      }
      if (call === undefined) return failed(`never called (offered ${over}); ${turnWords(turn)}`)
      const { status } = asRecord(call['input'])
      if (status !== 'completed') return failed(`called with other arguments: ${JSON.stringify(call)}`)
      return passed(`called ${calls.length}×, ${over ?? 'over its own way'}`)
    } finally {
      await conductor.close()
      await offered.close()
    }
  },
}

/** How the agent was last given the server that it did not refuse. */
function transportOf(launched: Parameters<typeof heardAnswers>[0] | undefined): string | null {
  if (launched === undefined) return null
  const taken = heardAnswers(launched, 'session/new').find(({ error }) => error === null)
  const [server] = asList(taken?.params['mcpServers']).map(asRecord)
  if (server === undefined) return null
  return server['type'] === 'http' ? 'over http' : 'as a program'
}
