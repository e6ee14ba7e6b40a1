import { describeProcess } from '../judge-process.ts'
import { halfFinished, job } from './job.ts'

/** Two tasks of a group are done at once, so that what is logged of them may come in another order. */
describeProcess('jira-loop', { job, halfFinished })
