// The past of a session in fewer words, by hand.

import type { Command } from './command-call.ts'

export const compact: Command = async ({ deps, t, actor, session, argument }) => {
  const { isRunning } = await deps.sessions.askCompaction(t, actor, session.id, argument)
  const text = isRunning
    ? 'What was said so far is put into fewer words before the next step.'
    : 'What was said so far is put into fewer words now. The timeline keeps all of it.'
  return { answer: { ok: true, text, data: { isRunning } } }
}
