import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/** Makes commander's action of a command: it runs in the right folder, and its exit status is kept. */
export type CommandAction = <Args extends readonly unknown[]>(
  run: (terminal: Terminal, ...args: Args) => Promise<number>,
) => (...args: [...Args, Command]) => Promise<void>
