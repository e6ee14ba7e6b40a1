import type { Criterion, Task } from '../../plan/plan.ts'
import { roleOfAgent } from './agents.ts'
import type { GemTask } from './plan-schema.ts'
import { joinDescription, ownExtras } from './task-extras.ts'

const CRITERION = /^(?:([A-Z]{2,8}-\d{1,5}): )?(.*?)(?: \(verify: ([^()]+)\))?$/s

/** A task out of what gem-team has written; what it says beside a plan's own fields goes on in the description. */
export function readTask(written: GemTask): Task {
  const task: Task = {
    id: written.id,
    title: written.title,
    description: written.description,
    role: roleOfAgent(written.agent),
    dependencies: written.dependencies,
    wave: written.wave ?? null,
    group: written.group ?? null,
    writeSet: written.write_set,
    conflicts: written.conflicts_with,
    acceptance: written.acceptance_criteria.map((each) =>
      typeof each === 'string'
        ? readCriterion(each)
        : {
            id: each.id ?? null,
            criterion: each.criterion,
            verification: each.verification ?? null,
          },
    ),
    verification: written.verification,
    estimates: {
      effort: written.estimated_effort ?? null,
      files: written.estimated_files ?? null,
      lines: written.estimated_lines ?? null,
      minutes: written.estimated_minutes ?? null,
    },
    risk: written.risk,
    context: written.context_files.flatMap(readContext),
    fixes: written.fixes ?? null,
    covers: written.covers,
    priority: written.priority,
    grave: graveOf(written),
  }
  return { ...task, description: joinDescription(task.description, ownExtras(written, task)) }
}

export function readCriterion(line: string): Criterion {
  const [, id, criterion = line, verification] = CRITERION.exec(line) ?? []
  return { id: id ?? null, criterion, verification: verification ?? null }
}

function readContext(file: GemTask['context_files'][number]): Task['context'] {
  if (typeof file === 'string') return [{ path: file, description: '' }]
  if (typeof file['path'] === 'string')
    return [{ path: file['path'], description: file['description'] ?? '' }]
  return Object.entries(file).map(([path, description]) => ({ path, description }))
}

/** What wants an approval of a person before it takes effect elsewhere. */
function graveOf({ ask_first: said, requires_approval: isAsked, environment }: GemTask): Task['grave'] {
  const deploys = isAsked === true || environment === 'production'
  return deploys && !said.includes('deployment') ? [...said, 'deployment'] : said
}
