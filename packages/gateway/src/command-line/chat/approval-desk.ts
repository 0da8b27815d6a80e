// The tool calls of a session that wait for a word, at a terminal: each is shown once and asked about in the order in
// which it came; whoever decides first decides. What happens in the session only says when to look; what is shown is what
// the gateway has, because an event on its way may be cut.

import { type ApprovalJson, limits } from '@heddle/contract'
import { cleanText } from '../clean-text.ts'
import { textIn } from '../session/read-payload.ts'
import type { Line } from '../session/tell-event.ts'
import { tellApproval, tellChoices } from '../session/tell-work.ts'
import { dim, yellow } from '../terminal.ts'
import type { Api } from './call-api.ts'
import type { Shown } from './create-follower.ts'
import { readDecision } from './read-decision.ts'

export interface ApprovalDesk {
  /** Shows and asks about what waits. */
  look(sessionId: string): void
  /** Looks again when something may have come to wait or to be decided. */
  take(shown: Shown, sessionId: string): void
  /** What is asked right now: a line that is typed to its end now is about this, whatever is asked when it is read. */
  asked(): ApprovalJson | undefined
  /** False for a line that is no answer, or when nothing waits: it is to be said. Throws the gateway's refusal. */
  answer(line: string, asked: ApprovalJson | undefined): Promise<boolean>
}

export interface ApprovalDeskDeps {
  api: Api
  lines(all: readonly Line[]): void
  /**
   * What stands before the line that is typed; undefined when nothing is asked. `isOther`: another question stood there,
   * and what is being typed may have been meant for that one.
   */
  onAsked(question: string | undefined, isOther: boolean): void
  onFailed(error: unknown): void
}

export function createApprovalDesk({ api, lines, onAsked, onFailed }: ApprovalDeskDeps): ApprovalDesk {
  const shown = new Set<string>()
  let open: ApprovalJson[] = []
  /** Those that wait for somebody else. */
  let others: ApprovalJson[] = []
  let looking: Promise<void> = Promise.resolve()

  function ask(now: ApprovalJson[]): void {
    const before = open[0]
    open = now
    const first = open[0]
    if (first?.id === before?.id) return
    onAsked(first && `allow ${cleanText(first.tool)}? once/session/deny> `, before !== undefined)
  }

  async function look(sessionId: string): Promise<void> {
    const query = { session: sessionId, state: 'pending', limit: limits.pageItemsMax }
    const { items } = await api.call('listApprovals', { query })
    const inOrder = items.toReversed()
    for (const approval of inOrder.filter(({ id }) => !shown.has(id))) {
      shown.add(approval.id)
      lines([...tellApproval(approval), ...(approval.mayDecide ? tellChoices(approval) : [notYours])])
    }
    others = inOrder.filter(({ mayDecide }) => !mayDecide)
    ask(inOrder.filter(({ mayDecide }) => mayDecide))
  }

  function lookAgain(sessionId: string): void {
    looking = looking.then(() => look(sessionId)).catch(onFailed)
  }

  return {
    look: lookAgain,

    take(happened, sessionId) {
      if (happened.kind === 'entry' && happened.event.kind === 'approval.decided') {
        const id = textIn(happened.event, 'approvalId')
        others = others.filter((approval) => approval.id !== id)
        ask(open.filter((approval) => approval.id !== id))
      }
      if (!mayHaveAsked(happened)) return
      lookAgain(sessionId)
    },

    asked: () => open[0],

    async answer(line, asked) {
      const typed = readDecision(line)
      if (typed.kind === 'none') return false
      if (asked === undefined) {
        if (others.length === 0) return false
        lines([notYours])
        return true
      }
      if (typed.kind === 'wrong') {
        lines([[yellow(typed.problem)]])
        return true
      }
      const { decision, note } = typed
      ask(open.filter(({ id }) => id !== asked.id))
      const body = { decision, callHash: asked.callHash, ...(note !== undefined && { note }) }
      try {
        await api.call('decideApproval', { path: { id: asked.id }, body })
      } catch (error) {
        // It may be open still: the gateway was not there, or did not want this answer.
        lookAgain(asked.sessionId)
        throw error
      }
      return true
    },
  }
}

const notYours: Line = [
  dim('  Somebody else has to decide it. The setting approvals.by says who; they have to see this session.'),
]

/** With a snapshot too: it may have come before we did, or while the connection was lost. */
function mayHaveAsked(shown: Shown): boolean {
  if (shown.kind === 'entry') return shown.event.kind === 'approval.asked'
  return shown.kind === 'past' || shown.kind === 'state' || shown.kind === 'restored'
}
