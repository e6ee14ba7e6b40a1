import { fixOfTask } from './fix-of-task.ts'
import type { Task } from './plan.ts'

const builds = /^(?:feat(?:ure)?|perf)(?:\([^)]*\))?!?:/i
const mends = /^(?:bug|hot)?fix(?:\([^)]*\))?!?:/i
const building =
  /^(?:adds?|implements?|introduces?|supports?|makes?|lets?|allows?|enables?|handles?|rejects?|refuses?|validates?|parses?)\b/i
const ofOtherKind = /^(?:docs?|chore|refactor|style|test|tests|build|ci|revert)(?:\([^)]*\))?!?:/i
const aboutOther =
  /\b(?:docs?|document\w*|readme|changelog|comments?|typos?|guides?|examples?|tests?|coverage|snapshots?|fixtures?)\b/i
const aboutSettings = /\b(?:config\w*|dependenc\w*)\b/i
const aboutWords =
  /\b(?:doc ?strings?|\w+doc|spelling|describe|explain|translat\w*|wording|licen[cs]e|format\w*|white ?space|indent\w*|layout|rename|tidy|clean|todo|notes?)\b/i
/** The number that some planners put before what a task is. */
const numbered = /^(?:\[[^\]]*\]|T?\d+[.):])\s+/i

/**
 * What a task says about behaviour by its title: that it mends some, or brings some that is new; `null` where it is
 * about something else. It has to be shown by a test.
 */
export function claimOfTask(task: Pick<Task, 'title' | 'fixes'>): 'repair' | 'novelty' | null {
  if (fixOfTask(task) !== null) return 'repair'
  const title = said(task)
  if (ofOtherKind.test(title)) return null
  const isAboutOther = aboutOther.test(title) || aboutSettings.test(title)
  return builds.test(title) || (building.test(title) && !isAboutOther) ? 'novelty' : null
}

/**
 * Whether a change of comments alone is refused: a task that says where it writes promises behaviour unless its title
 * is about something else. What a review found may be a word in a comment.
 */
export function claimsBehaviour(task: Pick<Task, 'title' | 'fixes' | 'writeSet'>): boolean {
  const title = said(task)
  if (/\breviews?\b/i.test(title) || ofOtherKind.test(title)) return false
  const isAboutOther = aboutOther.test(title) || aboutWords.test(title)
  if (builds.test(title) || mends.test(title)) return !/^\w+\(docs?\)/i.test(title) && !aboutWords.test(title)
  return task.writeSet.length > 0 && title.includes(' ') && !isAboutOther
}

function said({ title }: Pick<Task, 'title'>): string {
  return title.trim().replace(numbered, '')
}
