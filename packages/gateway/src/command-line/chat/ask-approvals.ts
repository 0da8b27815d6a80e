// The tool calls that wait for a word while one message is answered: shown beside the answer, and asked about if someone
// sits there. Otherwise it says where they can be decided; the turn waits either way.

import { cleanLines } from '../session/clean-lines.ts'
import { dim, red } from '../terminal.ts'
import { createApprovalDesk } from './approval-desk.ts'
import type { Shown } from './create-follower.ts'
import type { OpenAnswers } from './real-answers.ts'
import type { Talk } from './talk.ts'

export interface ApprovalQuestions {
  /** Asks about what waits already: the message waits behind it. */
  look(sessionId: string): void
  take(shown: Shown, sessionId: string): void
  close(): void
}

type AskingTalk = Pick<Talk, 'api' | 'terminal' | 'session' | 'place'>

/** `openAnswers`: undefined when nobody can be asked. */
export function askApprovals(talk: AskingTalk, openAnswers: OpenAnswers | undefined): ApprovalQuestions {
  const { terminal } = talk
  let closeAnswers: (() => void) | undefined
  /** What was asked of the gateway last may fail now, because the talk's token has ended with it. */
  let isClosed = false

  const desk = createApprovalDesk({
    api: talk.api,
    lines: (all) => all.forEach((line) => terminal.note(...line)),
    onAsked(question) {
      closeAnswers?.()
      closeAnswers = undefined
      if (question === undefined) return
      if (openAnswers === undefined) return terminal.note(dim(elsewhere(talk)))
      terminal.note(question.trimEnd())
      closeAnswers = openAnswers(answer)
    },
    onFailed: complain,
  })

  function answer(line: string): void {
    desk.answer(line, desk.asked()).then((isAnswer) => {
      if (!isAnswer && line.trim() !== '') terminal.note(dim('Type once, session, or deny with a note.'))
    }, complain)
  }

  function complain(error: unknown): void {
    if (isClosed) return
    const message = error instanceof Error ? error.message : String(error)
    for (const line of cleanLines(message)) terminal.note(red(line))
  }

  return {
    look: desk.look,
    take: desk.take,
    close() {
      isClosed = true
      closeAnswers?.()
    },
  }
}

function elsewhere({ session, place }: AskingTalk): string {
  return `Decide it in the browser, or with: heddle chat --session ${session?.id ?? place}`
}
