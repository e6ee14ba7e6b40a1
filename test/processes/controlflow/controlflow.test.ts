import { describeProcess } from '../judge-process.ts'
import { halfFinished, job } from './job.ts'

describeProcess('controlflow', {
  job,
  halfFinished,
  inAnyOrder: (path) => path.startsWith('plans/artifacts/observability/'),
})
