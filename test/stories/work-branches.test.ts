import { workStories } from './work-branches.ts'
import { toldAndKilled } from './told-and-killed.ts'

toldAndKilled(workStories)
