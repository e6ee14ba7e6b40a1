import { z } from 'zod'
import { plainPolicy, runPolicySchema, standardPolicy } from '../policy/run-policy.ts'
import { withDifferences } from '../policy/with-differences.ts'

/** The first runs only built and proved, and had as many rounds as tries. */
const first = { ...plainPolicy, replyRounds: standardPolicy.tries }

/** A policy as it stands in a run's input; what the first journals do not have is as it was, or as usual. */
export const policyInput = z.preprocess((given) => withDifferences(first, given), runPolicySchema.unwrap())
