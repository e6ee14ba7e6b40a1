import type { HeadlessWay } from '../headless-way.ts'

/** Messages made of blocks, as Claude Code prints them and others have taken over. */
export const contentBlocks: Pick<HeadlessWay['output'], 'says' | 'saysIn' | 'thinks' | 'tools'> = {
  says: [
    {
      where: { type: 'assistant', parent_tool_use_id: null },
      each: { in: 'message.content', where: { type: 'text' } },
      values: ['text'],
    },
  ],
  saysIn: 'messages',
  thinks: [
    {
      where: { type: 'assistant' },
      each: { in: 'message.content', where: { type: 'thinking' } },
      values: ['thinking'],
    },
  ],
  tools: [
    {
      where: { type: 'assistant' },
      each: { in: 'message.content', where: { type: 'tool_use' } },
      values: ['name', 'input'],
    },
  ],
}
