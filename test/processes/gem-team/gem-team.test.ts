import { describeProcess } from '../judge-process.ts'
import { halfFinished, job } from './job.ts'

describeProcess('gem-team', { job, halfFinished })
