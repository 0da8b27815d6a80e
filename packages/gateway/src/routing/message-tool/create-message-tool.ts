// The tool by which an agent writes into its conversation on an outside channel at a moment of its own choice. Its answers
// need none: they are told where they were asked for, with what `attach` gave them.

import {
  badField,
  type ConversationRef,
  type EventId,
  limits,
  messageText,
  type SessionId,
  type TurnId,
} from '@heddle/contract'
import { z } from 'zod'
import type { Tool, ToolOrigin, ToolOutcome } from '../../agents/tools.ts'
import { defineTool } from '../../agents/tools/define-tool.ts'
import type { Delivery } from '../../delivery/delivery.ts'
import { sleepUnlessAborted } from '../../foundation/clock.ts'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { attachmentOf } from '../../sessions/files/attach-files.ts'
import type { WholeSession } from '../../sessions/sessions.ts'
import { answerWith, tell } from '../../sessions/subagents/tools/tool-caller.ts'
import { choosePersona } from '../outcomes/choose-persona.ts'
import { nameSpeaker } from '../outcomes/name-speaker.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { createAttachTool } from './attach-tool.ts'
import { chooseMessagePlace, type MessageWish } from './choose-message-place.ts'
import { attachmentsInput, keepAttached, readsFiles } from './keep-attached.ts'
import { hasPlace, isAskedOutside, readPlaces } from './own-places.ts'

const lookEveryMs = 100
/** Opening is one request or two; what takes longer is told as coming. */
const openedWithinMs = 15_000

const input = z.strictObject({
  action: z
    .enum(['send', 'thread-create', 'thread-reply'])
    .describe(
      'send: into your conversation. thread-create: opens a thread under it. thread-reply: into one of those.',
    ),
  text: messageText
    .optional()
    .describe('What is said. Needed for send and thread-reply without attachments.'),
  attachments: attachmentsInput.optional(),
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
  const tool = createMessageTool(deps)
  const attachInside = createAttachTool(deps, { isOutside: false })
  const attachOutside = createAttachTool(deps, { isOutside: true })
  return {
    async tools({ sessionId, workspace }) {
      const id = sessionId as SessionId
      return deps.store.read(async (r) => {
        const hasOwn = await hasPlace(deps, r, id)
        const isOutside = hasOwn || (await isAskedOutside(deps, r, id))
        return [
          // Where there is nothing outside to write into, it is not mentioned.
          ...(hasOwn ? [tool] : []),
          ...(workspace === null ? [] : [isOutside ? attachOutside : attachInside]),
        ]
      })
    },
  }
}

export function createMessageTool(deps: RoutingRoom): Tool {
  return defineTool({
    name: 'message',
    description:
      'Write into your conversation on the platform, besides your answer, which is shown there anyway; or open a thread under it and write there. Files can go with it.',
    group: 'message',
    policy: 'allow',
    // Once for each call, by the call's own id.
    isIdempotent: true,
    changes: true,
    carriesOut: true,
    isUntrusted: false,
    input,
    needs: ({ attachments }) => readsFiles(attachments),
    run: (wish, place, { callEventId, signal }) =>
      answerWith(async () => {
        const call: Call = {
          sessionId: place.sessionId as SessionId,
          turnId: place.turnId as TurnId,
          callEventId: callEventId as EventId,
        }
        const isSaid = await deps.store.read((r) => wasSaid(deps, r, call))
        // Before anything is copied: where it may be said at all.
        if (!isSaid) await deps.store.read((r) => choosePlace(deps, r, call, wish))
        const kept = isSaid ? [] : await keepAttached(deps, place, wish.attachments ?? [], signal)
        await deps.store.tx((t) => say(deps, t, call, wish, kept))
        const outcome =
          wish.action === 'thread-create'
            ? tellOpened(await settled(deps, causeOf(call), signal))
            : tell({ status: 'accepted' })
        return { ...outcome, ...(await filesOf(deps, call)) }
      }),
  })
}

/** By which it is known again. */
type Call = Parameters<RoutingRoom['sessions']['giveToCall']>[1]

const causeOf = ({ callEventId }: Call) => `tool:${callEventId}`

/** Called once more after a crash: where it went before may not be its place any more. */
async function wasSaid(deps: RoutingRoom, r: Reader, call: Call): Promise<boolean> {
  return (await deps.deliveries.readByCause(r, causeOf(call))).length > 0
}

async function choosePlace(deps: RoutingRoom, r: Reader, call: Call, wish: Input): Promise<ConversationRef> {
  const turn = await deps.sessions.readTurn(r, call.turnId)
  const places = await readPlaces(deps, r, call.sessionId)
  const chosen = chooseMessagePlace(read(wish), places, turn?.conversation ?? null)
  if (chosen.kind === 'refused') throw badField(chosen.field, chosen.why, chosen.nearest)
  return chosen.place
}

async function say(
  deps: RoutingRoom,
  t: Tx,
  call: Call,
  wish: Input,
  kept: Parameters<RoutingRoom['sessions']['giveToCall']>[2],
): Promise<void> {
  if (await wasSaid(deps, t, call)) return
  const session = await deps.sessions.see(t, { kind: 'system' }, call.sessionId)
  const place = await choosePlace(deps, t, call, wish)
  const files = await deps.sessions.giveToCall(t, call, kept)
  const about = {
    cause: causeOf(call),
    sessionId: session.id,
    // What is said there goes with the call that says it.
    eventId: call.callEventId,
    persona: await personaIn(deps, t, session, place),
    attachments: files.map(({ id }) => id),
  }
  if (wish.action !== 'thread-create') {
    await deps.deliveries.enqueue(t, { kind: 'message', ...about, place, text: wish.text ?? '' })
    return
  }
  const title = wish.threadName ?? ''
  const expiresAt = t.now + limits.deliveryOldMs
  const opening = { title, anchor: wish.text ?? title, under: place, expiresAt }
  await deps.deliveries.enqueue(t, { kind: 'open', ...about, ...opening })
}

/** Shown with the result, which goes when the call is redacted. */
async function filesOf(
  deps: RoutingRoom,
  { callEventId }: Call,
): Promise<Pick<ToolOutcome, 'attachments' | 'quotes'>> {
  const files = await deps.store.read((r) => deps.sessions.filesOfCall(r, callEventId))
  return files.length === 0 ? {} : { attachments: files.map(attachmentOf), quotes: [callEventId] }
}

/** What belongs to each action is checked here: a model reads one sentence about the field that is missing. */
function read(wish: Input): MessageWish {
  const missing = (field: string) => badField(field, `is needed for ${wish.action}`)
  if (wish.action === 'thread-create') {
    if (wish.threadName === undefined) throw missing('threadName')
    return { action: wish.action }
  }
  if (wish.text === undefined && wish.attachments === undefined) throw missing('text')
  if (wish.action === 'send') return { action: wish.action }
  if (wish.threadId === undefined) throw missing('threadId')
  return { action: wish.action, threadId: wish.threadId }
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
