// What became of a call, in words that name Discord's code.

import { codeOf, type Reply, textOf } from './rest-words.ts'

export function tellReply(reply: Reply): string {
  if (reply.kind !== 'answer') return reply.detail
  const said = textOf(reply.body, 'message')
  const code = codeOf(reply)
  const about = [`HTTP ${reply.status}`, ...(code === 0 ? [] : [`code ${code}`])].join(', ')
  return said === undefined ? `Discord answered with ${about}` : `${said.replace(/\.$/, '')} (${about})`
}
