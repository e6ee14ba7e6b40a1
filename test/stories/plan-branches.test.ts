import { planStories } from './plan-branches.ts'
import { toldAndKilled } from './told-and-killed.ts'

toldAndKilled(planStories)
