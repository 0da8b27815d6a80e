// The tool by which an agent writes into its conversation on an outside channel at a moment of its own choice. Its answers
// need none: they are told where they were asked for.

import {
  type ConversationRef,
  type EventId,
  limits,
  messageText,
  personalAgentOf,
  refused,
  type SessionId,
  type TurnId,
} from '@heddle/contract'
import { z } from 'zod'
import type { Tool, ToolOrigin, ToolOutcome } from '../../agents/tools.ts'
import { defineTool } from '../../agents/tools/define-tool.ts'
import type { Delivery } from '../../delivery/delivery.ts'
import { sleepUnlessAborted } from '../../foundation/clock.ts'
import type { Reader } from '../../foundation/database/store.ts'
import type { WholeSession } from '../../sessions/sessions.ts'
import { answerWith, tell } from '../../sessions/subagents/tools/tool-caller.ts'
import { choosePersona } from '../outcomes/choose-persona.ts'
import { nameSpeaker } from '../outcomes/name-speaker.ts'
import { isStillTheirs } from '../is-still-theirs.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectPlacesOf } from '../routing-store.ts'
import { chooseMessagePlace, type MessageWish, type OwnPlaces } from './choose-message-place.ts'

const lookEveryMs = 100
/** Opening is one request or two; what takes longer is told as coming. */
const openedWithinMs = 15_000

const input = z.strictObject({
  action: z
    .enum(['send', 'thread-create', 'thread-reply'])
    .describe(
      'send: into your conversation. thread-create: opens a thread under it. thread-reply: into one of those.',
    ),
  text: messageText.optional().describe('What is said. Needed for send and thread-reply.'),
  threadName: z
    .string()
    .trim()
    .min(1)
    .max(limits.threadNameCharsMax)
    .optional()
    .describe('For thread-create: its name.'),
  threadId: z.string().min(1).max(limits.placeIdCharsMax).optional().describe('For thread-reply: its id.'),
})

type Input = z.output<typeof input>

export function createMessageTools(deps: RoutingRoom): ToolOrigin {
  const tool = messageTool(deps)
  return {
    // Where there is nothing outside to write into, it is not mentioned.
    async tools(place) {
      const places = await deps.store.read((r) => readPlaces(deps, r, place.sessionId as SessionId))
      return places.bound.length + places.own.length > 0 ? [tool] : []
    },
  }
}

function messageTool(deps: RoutingRoom): Tool {
  return defineTool({
    name: 'message',
    description:
      'Write into your conversation on the platform, besides your answer, which is shown there anyway; or open a thread under it and write there.',
    group: 'message',
    policy: 'allow',
    // Once for each call, by the call's own id.
    isIdempotent: true,
    changes: true,
    carriesOut: true,
    isUntrusted: false,
    input,
    run: (wish, place, { callEventId, signal }) =>
      answerWith(async () => {
        const cause = `tool:${callEventId}`
        await deps.store.tx(async (t) => {
          const session = await deps.sessions.see(t, { kind: 'system' }, place.sessionId)
          const turn = await deps.sessions.readTurn(t, place.turnId as TurnId)
          const places = await readPlaces(deps, t, session.id)
          // Called once more after a crash: where it went before may not be its place any more.
          if ((await deps.deliveries.readByCause(t, cause)).length > 0) return
          const chosen = chooseMessagePlace(read(wish), places, turn?.conversation ?? null)
          if (chosen.kind === 'refused') {
            const issue = { field: chosen.field, message: chosen.why }
            const near = chosen.nearest === undefined ? {} : { nearest: chosen.nearest }
            throw refused('bad_input', {
              message: `${chosen.field}: ${chosen.why}`,
              issues: [{ ...issue, ...near }],
            })
          }
          const persona = await personaIn(deps, t, session, chosen.place)
          // What is said there goes with the call that says it.
          const about = { cause, sessionId: session.id, eventId: callEventId as EventId, persona }
          if (wish.action !== 'thread-create') {
            const text = wish.text ?? ''
            return deps.deliveries.enqueue(t, { kind: 'message', ...about, place: chosen.place, text })
          }
          const title = wish.threadName ?? ''
          const expiresAt = t.now + limits.deliveryOldMs
          const anchor = wish.text ?? title
          return deps.deliveries.enqueue(t, {
            kind: 'open',
            ...about,
            under: chosen.place,
            title,
            anchor,
            expiresAt,
          })
        })
        if (wish.action !== 'thread-create') return tell({ status: 'accepted' })
        return tellOpened(await settled(deps, cause, signal))
      }),
  })
}

/** What belongs to each action is checked here: a model reads one sentence about the field that is missing. */
function read(wish: Input): MessageWish {
  const missing = (field: string) =>
    refused('bad_input', {
      message: `${field}: is needed for ${wish.action}`,
      issues: [{ field, message: `is needed for ${wish.action}` }],
    })
  if (wish.action === 'thread-create') {
    if (wish.threadName === undefined) throw missing('threadName')
    return { action: wish.action }
  }
  if (wish.text === undefined) throw missing('text')
  if (wish.action === 'send') return { action: wish.action }
  if (wish.threadId === undefined) throw missing('threadId')
  return { action: wish.action, threadId: wish.threadId }
}

async function readPlaces(deps: RoutingRoom, r: Reader, sessionId: SessionId): Promise<OwnPlaces> {
  const isOutside = ({ channel }: { channel: string }) => channel !== 'web'
  const bound = (await deps.bindings.listBySession(r, sessionId))
    .filter(({ status }) => status === 'active')
    .map(({ conversation }) => conversation)
  return {
    bound: bound.filter(isOutside),
    own: (await readOwn(deps, r, sessionId)).filter(isOutside),
    opened: await deps.deliveries.listOpened(r, sessionId),
  }
}

/** Where it is spoken to. Of somebody's own talk, no direct messages with an account that is theirs no more (CNV2). */
async function readOwn(deps: RoutingRoom, r: Reader, sessionId: SessionId): Promise<ConversationRef[]> {
  const { key, participants } = await deps.sessions.see(r, { kind: 'system' }, sessionId)
  const [owner] = personalAgentOf(key) === undefined ? [] : participants
  const own: ConversationRef[] = []
  for (const row of await r.all(selectPlacesOf({ sessionId }))) {
    const { channel, account_id: accountId, conversation_id: conversationId } = row
    const parent = row.parent_conversation_id
    const place = {
      channel,
      accountId,
      conversationId,
      ...(parent !== null && { parentConversationId: parent }),
    }
    const isTheirs = row.kind !== 'dm' || !owner || (await isStillTheirs(deps, r, place, owner.id))
    if (isTheirs) own.push(place)
  }
  return own
}

async function settled(deps: RoutingRoom, cause: string, signal: AbortSignal): Promise<Delivery | undefined> {
  const end = deps.clock.mono() + openedWithinMs
  for (;;) {
    const rows = await deps.store.read((r) => deps.deliveries.readByCause(r, cause))
    // What did not fit above it has rows of its own.
    const opening = rows.find(({ kind }) => kind === 'open')
    const isOpen = opening && ['queued', 'sending', 'waiting', 'unknown'].includes(opening.state)
    if (!isOpen || deps.clock.mono() > end || signal.aborted) return opening
    await sleepUnlessAborted(deps.clock, lookEveryMs, signal)
  }
}

function tellOpened(opening: Delivery | undefined): ToolOutcome {
  if (opening?.state === 'sent' && opening.place) {
    return tell({ status: 'opened', threadId: opening.place.conversationId, link: opening.link })
  }
  if (opening && ['rejected', 'gave_up', 'withdrawn'].includes(opening.state)) {
    const message = opening.detail ?? 'the platform did not open it'
    return { output: JSON.stringify({ status: 'error', code: 'no_threads_here', message }), isError: true }
  }
  return tell({ status: 'accepted', note: 'The thread is not there yet; it will be opened.' })
}

/** As it answers there. */
async function personaIn(deps: RoutingRoom, r: Reader, session: WholeSession, place: ConversationRef) {
  const binding = await deps.bindings.resolveByConversation(r, place)
  return choosePersona(
    deps,
    place,
    nameSpeaker(session, binding?.sessionId === session.id ? binding : undefined),
  )
}
