// One message, one answer: sends it, writes the answer as it comes, and ends with the turn.

import type { UsageJson } from '@heddle/contract'
import { TurnFailed } from '../explain-failure.ts'
import { createPieceCleaner } from '../session/clean-lines.ts'
import { tellEvent, tellTextState } from '../session/tell-event.ts'
import { dim } from '../terminal.ts'
import { askApprovals } from './ask-approvals.ts'
import { chooseInterrupt } from './choose-interrupt.ts'
import { createFollower, type Shown } from './create-follower.ts'
import type { OpenAnswers } from './real-answers.ts'
import { makeMessageId, sendMessage } from './send-message.ts'
import type { Talk } from './talk.ts'
import { type TurnNews, type TurnWatch, watchTurn } from './watch-turn.ts'

export interface Answer {
  sessionId: string
  messageId: string
  turnId: string | null
  text: string
  model: string
  isDemo: boolean
  usage: UsageJson
}

/** Throws TurnFailed when the turn fails or is stopped. `openAnswers` where someone can be asked meanwhile. */
export async function askOnce(talk: Talk, body: string, openAnswers?: OpenAnswers): Promise<Answer> {
  const { clock, terminal, world } = talk
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  // Whoever waits for it may not have begun to.
  promise.catch(() => undefined)
  let watch: TurnWatch | undefined
  let isOver = false
  let stopAsked: number | undefined
  const writer = createWriter(talk)
  const answer = { sessionId: '', messageId: '', text: '', model: '', isDemo: false }

  const approvals = askApprovals(talk, openAnswers)

  function take(shown: Shown): void {
    if (watch === undefined || isOver) return
    show(watch.take(shown))
    approvals.take(shown, answer.sessionId)
  }

  function show(news: TurnNews): void {
    switch (news.kind) {
      case 'began':
        Object.assign(answer, { model: news.model, isDemo: news.isDemo })
        if (news.isDemo) terminal.note(dim(`${talk.agent.name} (demo model):`))
        return
      case 'piece':
        return writer.piece(news.text)
      case 'again':
        return writer.again()
      case 'ended': {
        const text = news.event.payload['text']
        answer.text += `${answer.text === '' ? '' : '\n\n'}${typeof text === 'string' ? text : ''}`
        writer.end()
        for (const line of tellTextState(news.event)) terminal.note(...line)
        return
      }
      case 'aside':
        // Shown as what is asked about, from what the gateway has.
        if (news.event.kind === 'approval.asked') return
        for (const line of tellEvent(news.event)) terminal.note(...line)
        return
      case 'succeeded':
        return resolve({ ...answer, turnId: watch?.turnId() ?? null, usage: news.usage })
      case 'failed':
        return reject(new TurnFailed(news.message))
      case 'nothing':
        return
    }
  }

  const follower = await createFollower({
    ...talk,
    onShown: take,
    onLost: () => terminal.note(dim('The connection is lost; connecting again…')),
    onBack: () => terminal.note(dim('Connected again.')),
    onFailed: reject,
  })

  world.onSignal('SIGINT', () => {
    const what = chooseInterrupt(clock.mono(), stopAsked, answer.sessionId !== '')
    stopAsked = clock.mono()
    if (what !== 'stop') return reject(new TurnFailed('You left before the answer was there.'))
    terminal.note(dim('Stopping the turn; Ctrl-C again leaves at once.'))
    talk.api.call('stopSession', { path: { id: answer.sessionId } }).catch(reject)
  })
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    world.onSignal(signal, () => reject(new TurnFailed('You left before the answer was there.')))
  }

  try {
    const message = { session: talk.place, body, clientMessageId: makeMessageId(talk.random) }
    const posted = await Promise.race([sendMessage(talk, message, () => isOver), promise])
    if (posted === undefined || !('seq' in posted)) return await promise
    Object.assign(answer, { sessionId: posted.sessionId, messageId: posted.eventId })
    watch = watchTurn(posted.eventId)
    // From the message on: whatever happens to it comes after it.
    follower.follow(posted.sessionId, { eventId: posted.eventId, place: posted.seq })
    if (isBusy(talk)) {
      terminal.note(dim('The agent is busy; the message waits until it is done.'))
      approvals.look(posted.sessionId)
    }
    return await promise
  } finally {
    isOver = true
    approvals.close()
    writer.end()
    await follower.close()
  }
}

/** As of the moment before the message. */
function isBusy({ session }: Talk): boolean {
  return session !== undefined && session.turnId !== null
}

/** The answer on the standard output, and nothing else there. */
function createWriter({ world, terminal }: Talk) {
  const cleaner = createPieceCleaner()
  let isAtStart = true
  const write = (text: string) => {
    if (text === '' || terminal.json) return
    world.stdout.write(text)
    isAtStart = text.endsWith('\n')
  }
  const end = () => {
    write(cleaner.rest())
    if (!isAtStart) write('\n')
  }
  return {
    piece: (text: string) => write(cleaner.add(text)),
    end,
    again() {
      end()
      terminal.note(dim('The answer begins anew.'))
    },
  }
}
