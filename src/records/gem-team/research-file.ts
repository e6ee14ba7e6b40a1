import { stringify } from 'yaml'
import { z } from 'zod'
import type { ResearchedFact } from '../../stages/facts.ts'
import type { ProcessFile } from '../../stages/specify/process-file.ts'
import type { Told } from '../story.ts'
import { timeOf } from './time-of.ts'

const level = z.enum(['low', 'medium', 'high'])

/** What a researcher of gem-team leaves about one focus area. */
export const researchFindings = z.object({
  plan_id: z.string(),
  objective: z.string(),
  focus_area: z.string(),
  created_at: z.string(),
  created_by: z.string(),
  status: z.enum(['in_progress', 'completed', 'needs_revision']),
  tldr: z.string(),
  research_metadata: z.object({
    methodology: z.string(),
    scope: z.string(),
    confidence: level,
    coverage: z.number().nullable().describe('In percent; null: nobody said.'),
    decision_blockers: z.number(),
    research_blockers: z.number(),
  }),
  files_analyzed: z.array(z.object({ file: z.string(), path: z.string(), purpose: z.string() })),
  open_questions: z.array(z.object({ question: z.string(), context: z.string() })),
  gaps: z.array(z.object({ area: z.string(), description: z.string(), impact: z.string() })),
})

type Level = z.infer<typeof level>

export function confidenceWord(confidence: number): Level {
  return confidence >= 0.85 ? 'high' : confidence >= 0.7 ? 'medium' : 'low'
}

/** One file for each focus area. */
export function researchFile(
  folder: string,
  planId: string,
  objective: string,
  { at, value }: Told<ResearchedFact>,
): ProcessFile {
  const { area, question, reply, takenFrom } = value
  const { summary, findings, sources = [], confidence = 0, openQuestions = [] } = reply
  const notes = new Map(findings.map(({ path, note }) => [path, note]))
  const paths = [...new Set([...findings.map(({ path }) => path), ...sources])]
  const document: z.infer<typeof researchFindings> = {
    plan_id: planId,
    objective,
    focus_area: area,
    created_at: timeOf(at),
    created_by: 'gem-researcher',
    status: 'completed',
    tldr: `${summary}\n`,
    research_metadata: {
      methodology:
        takenFrom === null
          ? 'Read the repository.'
          : `Taken over from ${takenFrom}: its sources are unchanged.`,
      scope: question,
      confidence: confidenceWord(confidence),
      coverage: null,
      decision_blockers: 0,
      research_blockers: openQuestions.length,
    },
    files_analyzed: paths.map((path) => ({
      file: path.slice(path.lastIndexOf('/') + 1),
      path,
      purpose: notes.get(path) ?? '',
    })),
    open_questions: openQuestions.map((each) => ({ question: each, context: question })),
    gaps: openQuestions.map((each) => ({ area, description: each, impact: 'research_blocker' })),
  }
  const text = stringify(document, { lineWidth: 100, aliasDuplicateObjects: false })
  return { path: `${folder}/research_findings_${area}.yaml`, text }
}
