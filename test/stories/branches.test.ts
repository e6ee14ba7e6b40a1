import { branchStories } from './branches.ts'
import { toldAndKilled } from './told-and-killed.ts'

toldAndKilled(branchStories)
