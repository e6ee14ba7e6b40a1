import type { TeamCheck } from '../../protocol/team-check.ts'
import { oneLine } from '../../kernel/plain-text.ts'

/** Where a team stands, in the words that its people know. */
export function renderTeamCheck(check: TeamCheck): readonly string[] {
  const { session, completed, total, tasks, progress, blockers } = check
  return [
    `Pipeline: ${completed}/${total} tasks`,
    ...tasks.map(({ id, role, icon }) => `  ${icon.padEnd(4)} ${id} (${role})`),
    ...(progress.length === 0 ? [] : ['Progress:', ...progress.map((text) => `  ${oneLine(text, 160)}`)]),
    ...(blockers.length === 0 ? [] : ['Blockers:', ...blockers.map((text) => `  ${oneLine(text, 160)}`)]),
    `Session: ${session}`,
  ].map((line) => `[coordinator] ${line}`)
}
