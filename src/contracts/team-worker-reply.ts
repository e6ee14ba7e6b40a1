import type { ExecutorReply } from './executor-reply.ts'
import type { WorkerReport } from './worker-report.ts'
import { workerReport } from './worker-report.ts'

/** A worker's report as whoever carries out tasks understands it. Contract: what is partial is never completed. */
export const workerReply = workerReport.transform(
  (worker): ExecutorReply & { readonly worker: WorkerReport } => {
    const { status, findings, error, capabilityGap: gap, clarification } = worker
    return {
      status: status === 'partial_completion' ? 'needs_revision' : status,
      summary: error === null ? findings : `${findings} (${error})`,
      capabilityGap: gap,
      clarification,
      worker,
    }
  },
)
