import type { GraveKind, Plan, Task } from './plan.ts'
import { GRAVE_KINDS } from './plan.ts'

/** A kind of grave thing, and the tasks that do it, each with what tells so. */
export type GraveThing = {
  readonly kind: GraveKind
  readonly tasks: readonly { readonly id: string; readonly why: string }[]
}

interface Sign {
  readonly kind: GraveKind
  /** In the words of a task. */
  readonly words?: RegExp
  /** In a path it writes. */
  readonly paths?: RegExp
  /** Only in the hands of this role. */
  readonly role?: string
}

const SIGNS: readonly Sign[] = [
  {
    kind: 'destructive',
    words:
      /\b(?:drop|truncate)\s+(?:the\s+)?(?:table|database|schema|collection|column|index)s?\b|\brm\s+-\w*r\w*f|\bforce[- ]push|\bpush\s+(?:--force|-f)\b|\breset\s+--hard\b|\b(?:data|database|schema)\s+migrations?\b|\bmigrate\s+(?:the\s+)?(?:data|database|schema|tables?)\b|\bdelete\s+(?:all|every)\b/i,
    paths: /(?:^|\/)migrations?(?:\/|$)/i,
  },
  {
    kind: 'deployment',
    words: /\bdeploy\w*|\bterraform\b|\bk8s\b|\bkubernetes\b|\bhelm\b|\bproduction\b/i,
    role: 'platform-engineer',
  },
  {
    kind: 'deployment',
    paths: /\.tf(?:vars)?$|(?:^|\/)(?:k8s|kubernetes|helm|charts|terraform|deploy(?:ment)?s?)\//i,
  },
  {
    kind: 'dependency',
    paths:
      /(?:^|\/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.(?:jsonc?|lock)|cargo\.(?:toml|lock)|go\.(?:mod|sum)|pyproject\.toml|requirements[\w.-]*\.txt|poetry\.lock|uv\.lock|pipfile(?:\.lock)?|gemfile(?:\.lock)?|composer\.(?:json|lock)|pom\.xml|build\.gradle(?:\.kts)?|mix\.(?:exs|lock)|[^/]+\.csproj)$/i,
  },
  {
    kind: 'public-api',
    paths:
      /(?:^|\/)(?:openapi|swagger)[\w.-]*\.(?:ya?ml|json)$|\.proto$|\.graphqls?$|^(?:packages\/[^/]+\/)?(?:src\/)?index\.(?:d\.)?[cm]?[jt]s$|^(?:crates\/[^/]+\/)?src\/lib\.rs$/i,
  },
]

/**
 * Everything grave in a plan: what the planner says of its tasks, and what their words, paths and executors tell.
 * In the order of the kinds; tasks that are done do not count.
 */
export function graveThings(
  { tasks }: Pick<Plan, 'tasks'>,
  done: readonly string[] = [],
): readonly GraveThing[] {
  const open = tasks.filter(({ id }) => !done.includes(id))
  return GRAVE_KINDS.flatMap((kind) => {
    const found = open.flatMap((task) => {
      const why = whyGrave(task, kind)
      return why === null ? [] : [{ id: task.id, why }]
    })
    return found.length === 0 ? [] : [{ kind, tasks: found }]
  })
}

function whyGrave(task: Task, kind: GraveKind): string | null {
  const said = [task.title, task.description, ...task.verification].join('\n')
  for (const { words, paths, role } of SIGNS.filter((sign) => sign.kind === kind)) {
    if (role !== undefined && role !== task.role) continue
    const [word] = words?.exec(said) ?? []
    if (word !== undefined) return `it says "${word.replaceAll(/\s+/g, ' ')}"`
    const path = task.writeSet.find((each) => paths?.test(each))
    if (path !== undefined) return `it writes ${path}`
  }
  return task.grave.includes(kind) ? 'the plan says so' : null
}
