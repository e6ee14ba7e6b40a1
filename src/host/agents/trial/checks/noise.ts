import { type Check, failed, passed } from '../check.ts'
import { jsonOf, turnWords } from '../words-of.ts'
import { plural } from '../../../../protocol/words.ts'

/** No two lines are alike: some programs end a turn that goes round in circles. */
const CHATTER = Array.from(
  { length: 300 },
  (_, at) =>
    `${at}. Word${at * 7919} with {brace${at}}, "quote${at * 31}", 日本語 and \u001B[31mcolour${at}\u001B[0m.`,
).join('\n')

/** Whatever stands around the JSON of a reply, and whatever the program prints beside the protocol, does no harm. */
export const noise: Check = {
  id: 'noise',
  title: 'noise around the reply is survived',
  required: true,
  scriptedOnly: true,
  scenes: () => [
    {
      when: '\\[noise\\]',
      steps: [
        {
          do: 'say',
          text: `${CHATTER}\n{"status":"wrong"}\n${CHATTER}\n\`\`\`json\n{"status":"right","sum":7}\n\`\`\`\nThat is {all}.`,
        },
      ],
    },
  ],
  look: async (trial) => {
    const { conductor, session } = await trial.first()
    const turn = await conductor.turn({
      check: 'noise',
      say: 'Say a great deal, and your result at the end.',
      path: trial.scratch.worktree,
      session,
    })
    const { status, sum } = jsonOf(turn)
    if (status !== 'right' || sum !== 7) return failed(turnWords(turn))
    const lines = conductor.launched.reduce((count, each) => count + each.noise.length, 0)
    const beside =
      trial.agent.way === 'acp' && lines > 0 ? `, and ${plural(lines, 'line')} beside the protocol` : ''
    return passed(
      `the JSON was found in ${Math.round((turn.reply?.text.length ?? 0) / 1000)} kB of words${beside}`,
    )
  },
}
