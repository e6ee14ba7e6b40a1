import type { ImplementRequest } from '../../src/contracts/implement-request.ts'
import type { WorkerKnowledge } from '../../src/contracts/team-worker.ts'
import { teamWorker } from '../../src/contracts/team-worker.ts'
import { makeTask } from '../fixtures/make-plan.ts'
import { entry, type Reply, type RosterEntry } from './roster-entry.ts'

const request: ImplementRequest = {
  objective: 'Titles become slugs',
  task: makeTask({ id: 'IMPL-001', role: 'developer', description: 'Make them.' }),
  contracts: [],
  verification: ['npm test'],
  diagnosis: null,
  kept: null,
  conflict: null,
  news: null,
}

const session = '.workflow/.team/TC-titles-become-slugs-2026-01-01'

const everything: WorkerKnowledge = {
  session,
  state: [{ role: 'researcher', state: 'RESEARCH-001 task_complete: Slugs have spaces.' }],
  upstream: [
    { ref: `${session}/artifacts/RESEARCH-001-slugs.md`, text: '# Slugs\n\nThey have spaces.' },
    { ref: `${session}/artifacts/PLAN-001-plan.md`, text: null },
  ],
  wisdom: [{ kind: 'convention', text: 'Slugs are made in one place.', from: 'researcher' }],
  explored: [{ angle: 'error-handling', by: 'researcher' }],
  earlier: [{ task: 'IMPL-000', findings: 'Titles are parsed.' }],
}

const nothing: WorkerKnowledge = {
  session,
  state: [],
  upstream: [],
  wisdom: [],
  explored: [],
  earlier: [],
}

const done: Reply = {
  status: 'completed',
  findings: 'Slugs are made.',
  artifact: { name: 'slugs', text: '# Slugs' },
  files_modified: ['src/slug.ts'],
  verification: 'tested',
  key_findings: ['Spaces become dashes.'],
  decisions: [{ decision: 'Dashes', rationale: 'Links had them.' }],
  quality: { completeness: 90, consistency: 90, accuracy: 90, depth: 80 },
  issues: [{ class: 'Info', text: 'Old links stay.' }],
  consensus: { level: 'LOW', about: 'Dashes or underscores.' },
}

const asking: Reply = {
  status: 'needs_input',
  findings: 'Which letters?',
  clarification: {
    options: ['ascii', 'all'].map((id) => ({
      id,
      description: 'One way.',
      pros: 'short',
      cons: 'strict',
      affectedFiles: ['src/slug.ts'],
    })),
    recommended: 'all',
    impact: 'The links.',
  },
}

const stuck: Reply = {
  status: 'failed',
  findings: 'There is no browser.',
  capabilityGap: { missing: 'a browser', suggested: 'tester' },
  error: 'no browser',
}

const outputs = ['artifact', 'codebase', 'mixed'] as const

/** Whoever works in a team that is made for the job. */
export const teamEntries: readonly RosterEntry[] = outputs.map((output) => {
  const { artifact: _, files_modified: __, ...bare } = done
  return entry({
    name: `team-worker-${output}`,
    from: 'teamWorker',
    contract: teamWorker('developer', output, output === 'codebase' ? nothing : everything, 1_800_000),
    plain: request,
    full: { ...request, news: 'A person says: only a to z.' },
    fits: [done, asking, stuck],
    refused: [
      ['D45: completed with an error', { ...done, error: 'It is slow.' }, '`error`'],
      [
        'D38: completed without a word on how it was verified',
        { ...done, verification: null },
        '`verification`',
      ],
      ['D44: completed without a score', { ...done, quality: null }, '`quality`'],
      [
        'completed although something is missing',
        { ...done, capabilityGap: { missing: 'x', suggested: null } },
        '`capabilityGap`',
      ],
      ...(output === 'codebase'
        ? []
        : [['D37: completed without what it hands on', bare, '`artifact`'] as const]),
    ],
  })
})
