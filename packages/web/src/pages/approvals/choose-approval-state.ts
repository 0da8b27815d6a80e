// How it stands with a call that was asked about. Pure.

import type { Settled } from './asked-call.ts'

export type ApprovalStanding =
  | { kind: 'waiting'; leftMs: number | undefined }
  /** By the clock; the entry that says so is on its way. */
  | { kind: 'late' }
  | { kind: 'settled'; settled: Settled }
  /** Its turn is over and nothing says how it was settled: nobody can decide it any more. */
  | { kind: 'ended' }

export function chooseApprovalStanding(
  { askedAt, expiresAt }: { askedAt: string; expiresAt: string },
  settled: Settled | undefined,
  isOver: boolean,
  now: number,
): ApprovalStanding {
  if (settled) return { kind: 'settled', settled }
  if (isOver) return { kind: 'ended' }
  const leftMs = Date.parse(expiresAt) - now
  if (Number.isNaN(leftMs)) return { kind: 'waiting', leftMs: undefined }
  if (leftMs <= 0) return { kind: 'late' }
  // Two clocks never agree to the second: nobody has more time than there was at the beginning.
  return { kind: 'waiting', leftMs: Math.min(leftMs, Date.parse(expiresAt) - Date.parse(askedAt)) }
}
