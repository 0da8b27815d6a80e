// What is said of an approval in a conversation: what is asked, whole, and later who decided. Pure.

import type { ApprovalState } from '@heddle/contract'
import type { Button } from '../../delivery/delivery.ts'
import type { Approval } from '../../sessions/sessions.ts'

type Asked = Pick<Approval, 'id' | 'tool' | 'arguments' | 'reason' | 'scope'>

/** All of the arguments: what is not seen is not approved. */
export function writeAsked(approval: Asked): string {
  return [
    `⚙️ **${approval.tool}** needs somebody's word. ${approval.reason}`,
    writeArguments(approval.arguments),
    `"For this session" allows: ${approval.scope}`,
  ].join('\n\n')
}

export function writeSettled(approval: Asked & Pick<Approval, 'state' | 'decidedBy' | 'note'>): string {
  // On one line: what begins one could be a heading, or open a block that never ends.
  const words = (approval.note ?? '').replaceAll(/\s+/g, ' ').trim()
  const note = words === '' ? '' : `: ${words}`
  const by = approval.decidedBy?.name ?? 'Somebody'
  return [
    `⚙️ **${approval.tool}**: ${settledWords[approval.state](by)}${note}`,
    writeArguments(approval.arguments),
  ].join('\n\n')
}

const settledWords: Readonly<Record<ApprovalState, (by: string) => string>> = {
  pending: () => 'waits for somebody’s word',
  once: (by) => `allowed once by ${by}`,
  session: (by) => `allowed for this session by ${by}`,
  deny: (by) => `denied by ${by}`,
  expired: () => 'nobody decided in time, so it was denied',
  withdrawn: () => 'no longer asked',
}

export function buttonsOf({ id }: Pick<Approval, 'id'>): Button[] {
  return [
    { token: `approve:${id}:once`, text: 'Allow once', style: 'good' },
    { token: `approve:${id}:session`, text: 'Allow for this session', style: 'plain' },
    { token: `approve:${id}:deny`, text: 'Deny', style: 'danger' },
    { token: `approve:${id}:note`, text: 'Deny with a note', style: 'danger', isAsking: true },
  ]
}

/** Between more ticks than stand in it, so that nothing in it ends the block. */
function writeArguments(text: string): string {
  if (text === '') return '[redacted]'
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}json\n${text}\n${fence}`
}
