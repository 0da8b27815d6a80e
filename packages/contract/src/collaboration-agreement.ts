// What server and browser have agreed on about discussions, mentions and notifications, as one question that the tests of
// both ask: those of the server of what it really answers and tells, those of the browser of what it is tried with. What
// one of them says and the other does not know shows up here, on either side.

import { z } from 'zod'
import { type RouteName, routes } from './http/routes.ts'
import { notificationNewsShape } from './http/notification-shapes.ts'
import { replyGoneShape, replyToldShape, threadToldShape } from './http/thread-shapes.ts'

/** The routes that this is about. */
export const collaborationRoutes = [
  'openThread',
  'readThread',
  'listThreads',
  'changeThread',
  'markThreadRead',
  'handOver',
  'postReply',
  'listReplies',
  'editReply',
  'listNotifications',
  'readNotification',
  'unreadNotification',
  'readAllNotifications',
] as const satisfies readonly RouteName[]

/** What entries of a session's log, and of a person's own, tell. */
export const toldShapes = {
  'thread.opened': threadToldShape,
  'thread.changed': threadToldShape,
  'reply.posted': replyToldShape,
  'reply.edited': replyToldShape,
  'reply.deleted': replyGoneShape,
  'notification.created': notificationNewsShape,
  'notification.changed': notificationNewsShape,
  'read.changed': z.object({ sessionId: z.string(), threadId: z.string().optional(), seq: z.int() }),
} as const

export interface SaidOfCollaboration {
  answers: readonly { route: (typeof collaborationRoutes)[number]; body: unknown }[]
  told: readonly { kind: string; payload: unknown }[]
}

/** Each with where it is: a field that is missing, of another kind, or that nobody has heard of. */
export function findDisagreements({ answers, told }: SaidOfCollaboration): string[] {
  return [
    ...answers.flatMap(({ route, body }) => judge(route, routes[route].answer, body)),
    ...told.flatMap(({ kind, payload }) => {
      const shape = Object.entries(toldShapes).find(([name]) => name === kind)?.[1]
      return shape ? judge(kind, shape, payload) : []
    }),
  ]
}

/** What of all this was not said, so that nothing was looked at. */
export function findUnsaid({ answers, told }: SaidOfCollaboration): string[] {
  const said = new Set<string>([...answers.map(({ route }) => route), ...told.map(({ kind }) => kind)])
  return [...collaborationRoutes, ...Object.keys(toldShapes)].filter((name) => !said.has(name))
}

function judge(name: string, shape: z.ZodType, value: unknown): string[] {
  const read = shape.safeParse(value)
  if (!read.success) {
    return read.error.issues.map(
      ({ path, message }) => `${name}: ${path.join('.') || 'all of it'} ${message}`,
    )
  }
  return unheardOf(value, read.data).map((field) => `${name}: nobody has heard of ${field}`)
}

/** Fields that the shape dropped. */
function unheardOf(value: unknown, kept: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null || typeof kept !== 'object' || kept === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = at === '' ? name : `${at}.${name}`
    if (!(name in kept)) return [path]
    return unheardOf(inner, (kept as Record<string, unknown>)[name], path)
  })
}
