import { processStories } from './processes.ts'
import { toldAndKilled } from './told-and-killed.ts'

toldAndKilled(processStories)
