import { z } from 'zod'
import type { Contract } from './contract.ts'
import type { InspectRequest, Inspection } from './inspection.ts'
import {
  inspectionFields,
  inspectionPrompt,
  inspectionSources,
  inspectionVerdict,
  judgeInspection,
} from './inspection.ts'

/** Whether work keeps what was agreed. Contract: it only reads; what it says blocks nothing before it is checked. */
export const reviewer: Contract<InspectRequest, Inspection> = {
  role: 'reviewer',
  version: 1,
  access: 'read',
  may: { exec: true, network: false },
  reply: z.object({
    verdict: inspectionVerdict,
    ...inspectionFields,
  }),
  judge: judgeInspection,
  sources: inspectionSources,
  prompt: (request) => inspectionPrompt(openings[request.scope], request),
}

const openings: Readonly<Record<InspectRequest['scope'], string>> = {
  task: 'You review the change of one task before it is merged: whether it does what the task says, keeps the contracts, and is safe. You read and run; you change nothing.',
  wave: 'You review what several tasks have made together: whether their pieces fit, keep the contracts between them, and are safe. You read and run; you change nothing.',
  final:
    'You review the whole change before it is delivered: whether it reaches the objective, hangs together from one task to the next, and is safe. You read and run; you change nothing.',
}
