// How the misbehaving MCP server misbehaves, and how to start it so.

import { fileURLToPath } from 'node:url'

export const manners = [
  /** Well behaved until one of its tools is called. */
  'calm',
  /** Takes everything and answers nothing. */
  'silent',
  /** Ends before it says anything. */
  'dies',
  /** Prints where only messages should be. */
  'garbage',
  /** One message that never ends. */
  'endless',
  /** 5,000 tools. */
  'many',
  /** Tools that cannot be used, among some that can. */
  'broken-tools',
  /** Says of every tool that it only reads. */
  'liar',
  /** Goes on when it is asked to end. */
  'stubborn',
] as const

export type Manner = (typeof manners)[number]

export function misbehavingServer(manner: Manner): { command: string; args: string[] } {
  return {
    command: process.execPath,
    args: ['--no-warnings', fileURLToPath(new URL('./misbehaving-server.ts', import.meta.url)), manner],
  }
}
