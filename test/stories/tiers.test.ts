import { tierStories } from './tiers.ts'
import { toldAndKilled } from './told-and-killed.ts'

toldAndKilled(tierStories)
