// Whether a call may be made now: what the policy says of it, and what people said before. The policy is asked again for
// what waited, because it may have changed meanwhile.

import type { ToolCall } from '../../agents/agents.ts'
import type { CallVerdict } from '../../agents/tools.ts'
import { isGranted } from '../approvals/approval-store.ts'
import { type Asking, grantScope, hashCall } from '../approvals/ask-approval.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { ApprovalRow, TurnRow } from '../sessions-tables.ts'
import type { OpenCall } from './call-store.ts'
import type { TurnScene } from './run-turns.ts'

/** What is left to ask after what people allowed before. A word about foreign text leaves every other reason as it is. */
export async function judgeOpenCall(
  deps: RoomDeps,
  scene: TurnScene,
  call: ToolCall,
): Promise<{ verdict: CallVerdict; isApproved: boolean }> {
  const { tools, turn } = scene
  const verdict = tools.judge(call, trustOf(turn))
  if (verdict.kind !== 'ask' || !(await isAllowedBefore(deps, scene, call, verdict))) {
    return { verdict, isApproved: false }
  }
  if (verdict.why !== 'untrusted') return { verdict: { kind: 'run' }, isApproved: true }
  const rest = tools.judge(call, { isTainted: false })
  const isAllowed = rest.kind === 'ask' && (await isAllowedBefore(deps, scene, call, rest))
  return isAllowed ? { verdict: { kind: 'run' }, isApproved: true } : { verdict: rest, isApproved: false }
}

function isAllowedBefore(deps: RoomDeps, scene: TurnScene, call: ToolCall, asking: Asking): Promise<boolean> {
  const { key } = grantScope(call.name, asking)
  const about = { sessionId: scene.session.id, turnId: scene.turn.id, key }
  return deps.store.read((r) => isGranted(r, about))
}

/** Why a call is not made although it was approved: it is another, or what was known of it then has changed since. */
export function objectToApproved(
  deps: RoomDeps,
  { tools }: TurnScene,
  call: ToolCall,
  approval: ApprovalRow,
): string | undefined {
  if (approval.call_hash !== hashCall(deps, call)) return notThisCall
  // Foreign text that came since has no part in a call that was written before it.
  const verdict = tools.judge(call, { isTainted: false })
  if (verdict.kind === 'refuse') return verdict.message
  const isOpenNow = verdict.kind === 'ask' && verdict.why === 'no_sandbox'
  return isOpenNow && approval.why === 'policy' ? sandboxIsGone : undefined
}

/** One of unknown outcome: not one of which nothing is left, nor one that the policy has come to deny. */
export function mayMakeAgain({ tools, turn }: TurnScene, row: OpenCall, call: ToolCall): boolean {
  if (!tools.isIdempotent(call.name) || row.redacted_at !== null) return false
  return tools.judge(call, trustOf(turn)).kind !== 'refuse'
}

const trustOf = (turn: TurnRow) => ({ isTainted: turn.is_tainted === 1 })

const sandboxIsGone =
  'There is no sandbox any more, and whoever approved this did not know that, so it was not made. Call it again to ask anew.'
const notThisCall = 'This is not the call that was approved, so it was not made.'
