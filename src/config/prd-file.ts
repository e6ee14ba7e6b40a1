import { Document, isMap, isSeq, parseDocument } from 'yaml'
import type { z } from 'zod'
import type { Json } from '../kernel/json.ts'
import type { Prd } from '../plan/prd.ts'
import { prdSchema } from '../plan/prd.ts'
import { readDocument, refuseDocument } from './read-document.ts'

/** Where a repository keeps what is to be true in the end. */
export const PRD_FILE = 'docs/PRD.yaml'

/** Reads a written PRD. Throws `bad-input` that lists every problem with its line and column. */
export function parsePrd(text: string, file = PRD_FILE): Prd {
  const document = readDocument(text, file)
  const parsed = prdSchema.safeParse(document.value)
  if (parsed.success) return parsed.data
  throw refuseDocument(
    file,
    parsed.error.issues.map((issue) => ({
      ...document.placeOf(issue.path.map(String), 'value'),
      text: `${issue.path.join('.') || 'the document'}: ${problemOf(issue)}`,
    })),
  )
}

function problemOf({ code, message, input }: z.core.$ZodIssue): string {
  return code === 'invalid_type' && input === undefined ? `is missing (${message})` : message
}

/**
 * Writes a PRD in a fixed order. Contract: of the text it was before, everything that is not changed stays as it
 * is written, comments and keys of the team's own included.
 */
export function formatPrd(prd: Prd, before: string | null = null): string {
  const wanted = prd as unknown as Json
  if (before === null) return new Document(wanted).toString(LAYOUT)
  const document = parseDocument(before)
  if (!isMap(document.contents)) return new Document(wanted).toString(LAYOUT)
  const present = parsePrd(before) as unknown as Json
  change(document, [], present, wanted)
  return document.toString(LAYOUT)
}

const LAYOUT = { lineWidth: 100 }

function change(document: Document, path: readonly (string | number)[], from: Json, to: Json): void {
  if (JSON.stringify(from) === JSON.stringify(to)) return
  const node = document.getIn(path, true)
  if (isList(from) && isList(to) && isSeq(node)) {
    for (const [index, item] of to.entries()) {
      const old = from[index]
      if (old === undefined) document.addIn(path, document.createNode(item))
      else change(document, [...path, index], old, item)
    }
    for (let index = from.length - 1; index >= to.length; index -= 1) document.deleteIn([...path, index])
    if (to.length > 0) node.flow = false
  } else if (isObject(from) && isObject(to) && isMap(node)) {
    for (const [key, value] of Object.entries(to)) change(document, [...path, key], from[key] ?? null, value)
  } else document.setIn(path, isList(to) || isObject(to) ? document.createNode(to) : to)
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !isList(value)
}
