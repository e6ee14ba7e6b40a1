import { describeProcess } from '../judge-process.ts'
import { halfFinished, job } from './job.ts'

describeProcess('team-coordinate', { job, halfFinished })
