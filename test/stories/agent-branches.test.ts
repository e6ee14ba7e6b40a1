import { agentStories } from './agent-branches.ts'
import { toldAndKilled } from './told-and-killed.ts'

toldAndKilled(agentStories)
