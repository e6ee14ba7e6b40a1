import { z } from 'zod'
import type { Json } from '../../src/kernel/json.ts'
import { controlflowSchemas } from '../../src/records/controlflow/schemas.ts'
import { gemTeamSchemas } from '../../src/records/gem-team/schemas.ts'
import type { ProcessName } from '../../src/records/given-files.ts'
import { jiraLoopSchemas } from '../../src/records/jira-loop/schemas.ts'
import { teamCoordinateSchemas } from '../../src/records/team-coordinate/schemas.ts'

/** What a file of a process may hold. */
export interface FileSchema {
  readonly process: ProcessName
  readonly name: string
  readonly schema: z.ZodType
}

export const fileSchemas: readonly FileSchema[] = [
  ...gemTeamSchemas.map((each) => ({ process: 'gem-team' as const, ...each })),
  ...jiraLoopSchemas.map((each) => ({ process: 'jira-loop' as const, ...each })),
  ...controlflowSchemas.map((each) => ({ process: 'controlflow' as const, ...each })),
  ...teamCoordinateSchemas.map((each) => ({ process: 'team-coordinate' as const, ...each })),
]

/** The same for editors and other programs, in the draft that they know best. */
export function jsonSchemaOf({ process, name, schema }: FileSchema): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })
  return JSON.parse(JSON.stringify({ $schema, title: `${name} of ${process}`, ...rest })) as Json
}

/** Where it stands in the package. */
export function schemaFile({ process, name }: FileSchema): string {
  return `schemas/${process}/${name}.schema.json`
}
