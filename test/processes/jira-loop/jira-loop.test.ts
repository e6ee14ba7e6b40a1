import { describeProcess } from '../judge-process.ts'
import { halfFinished, job } from './job.ts'

describeProcess('jira-loop', { job, halfFinished })
