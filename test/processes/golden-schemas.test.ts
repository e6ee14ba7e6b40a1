import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { fileSchemas, jsonSchemaOf } from './file-schemas.ts'
import { readGolden } from './golden-tree.ts'

/** Which files of a job are of which kind. */
const kinds = [
  ['gem-team', 'plan', /\/plan(?:_[abc])?\.yaml$/],
  ['gem-team', 'research-findings', /\/research_findings_\w+\.yaml$/],
  ['gem-team', 'failure-log', /\/logs\/[^/]+\.yaml$/],
  ['jira-loop', 'prompt', /\/prompt\.yaml$/],
  ['jira-loop', 'progress', /\/progress\.yaml$/],
  ['jira-loop', 'tasks', /\/tasks\.yaml$/],
  ['jira-loop', 'review_report', /\/review_report\.yaml$/],
  ['jira-loop', 'log', /\/log\.jsonl$/],
  ['jira-loop', 'docs_cache_state', /\/docs_cache_state\.yaml$/],
  ['controlflow', 'planner.plan', /-plan\.json$/],
  ['team-coordinate', 'team-session', /\/team-session\.json$/],
  ['team-coordinate', 'task-analysis', /\/task-analysis\.json$/],
  ['team-coordinate', 'tasks', /\/tasks\.json$/],
  ['team-coordinate', 'message', /\/messages\.jsonl$/],
  ['team-coordinate', 'meta', /\/meta\.json$/],
  ['team-coordinate', 'cache-index', /\/cache-index\.json$/],
] as const

test.each(kinds)('P9: what %s writes as %s is what its schema asks for', async (process, name, pattern) => {
  const known = fileSchemas.find((each) => each.process === process && each.name === name)
  if (known === undefined) throw new Error(`There is no schema ${name} of ${process}.`)
  const schema = z.fromJSONSchema(jsonSchemaOf(known) as Parameters<typeof z.fromJSONSchema>[0])
  const documents = Object.entries(await readGolden(process, 'job'))
    .filter(([path]) => pattern.test(path))
    .flatMap(([path, text]) => (path.endsWith('.jsonl') ? text.trim().split('\n') : [text]))
    .map((text) => parse(text, { maxAliasCount: 0 }) as unknown)
  expect(documents.length).toBeGreaterThan(0)
  for (const document of documents) {
    expect(schema.safeParse(document).error?.issues ?? []).toEqual([])
    expect(schema.safeParse('nothing of the kind').success).toBe(false)
  }
})
