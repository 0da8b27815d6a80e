// A password or another secret: from stdin in scripts, asked for at a terminal, never from the arguments, where other
// users of the machine could read it.

import type { CommandContext } from './command.ts'
import { Misused } from './explain-failure.ts'

export interface SecretOptions {
  question: string
  bytesMax: number
  /** How to hand it over when nobody can be asked. */
  hint: string
}

export async function readSecret(
  { world, terminal }: CommandContext,
  options: SecretOptions,
): Promise<string> {
  if (world.stdin.isTerminal) {
    if (!terminal.canAsk) throw new Misused(options.hint)
    const { askSecret } = await import('./ask.ts')
    return askSecret(options.question)
  }
  const text = await world.stdin.readAll(options.bytesMax + 2)
  if (text === undefined) throw new Misused(`That is longer than ${options.bytesMax} bytes.`)
  // The line's end belongs to the pipe, not to the secret.
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') throw new Misused(options.hint)
  return secret
}
