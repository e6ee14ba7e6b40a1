/** A playbook of one's own that works as it is: the usual story, with something of the team's before and after it. */
export const playbookTemplate = `import { RunFailure, standardPlaybook } from 'tutti'
import type { Playbook, StandardInput, StandardResult } from 'tutti'

/**
 * What every change of this team has in common. Run it with:
 *
 *   tutti run --playbook example "what is to be done"
 *
 * A playbook acts only through \`run\`: every call has a name, is recorded under it, and is found again after a
 * crash. Read a file, a clock or the network only inside \`run.step\`. Raise \`version\` when the same input would
 * ask for other steps; runs that were begun before then keep what they have. More: docs/playbooks.md of Tutti.
 */
export const playbook: Playbook<StandardInput, StandardResult> = {
  name: 'example',
  version: 1,
  parseInput: standardPlaybook.parseInput,

  async play(run, input) {
    const houseRules = 'House rules: keep the change small, and write its tests with it.'
    const objective = \`\${input.objective}\\n\\n\${houseRules}\`
    const result = await standardPlaybook.play(run, { ...input, objective })

    const given = result.tasks.filter(({ state }) => state !== 'done').map(({ id }) => id)
    if (given.length > 0) {
      const message = \`This team takes a change as a whole, and \${given.join(', ')} was left out.\`
      throw new RunFailure({ code: 'rejected', message })
    }
    const text = \`\${result.delivery.branch ?? result.delivery.commit} is ready for its reviewers.\`
    await run.record('team/ready', { kind: 'notice', version: 1, value: { text } })
    return result
  },
}
`
