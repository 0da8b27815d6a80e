// The moments at which a gateway with a bot on Discord ends itself, by the numbers of the faults in docs/spec, and some that
// are Discord's own: while somebody's command is answered, while it is noted up to where it heard.

import { around, asking, at, type DiePoint } from '../places/die-points.ts'

const before = (call: string): DiePoint => ({ kind: 'request', when: 'before', call })
const after = (call: string): DiePoint => ({ kind: 'request', when: 'after', call })

const say = ['POST /channels/*/messages', 'POST /webhooks/*/*'] as const
const messages = '/channels/*/messages'
const throughWebhook = '/webhooks/*/*/messages/*'

export const discordPoints = {
  F1: [at('before', 'insert into "arrivals"')],
  F2: [at('after', 'insert into "arrivals"')],
  F7: around('insert into "deliveries"'),
  F8: say.map(before),
  F10: say.map(after),
  F11: around('update "deliveries"', 'sent'),
  F12: [
    ...asking(`GET ${messages}`),
    ...asking(`PATCH ${messages}/*`),
    ...asking(`PATCH ${throughWebhook}`),
    ...asking(`DELETE ${throughWebhook}`),
    ...around('update "deliveries"', 'unknown'),
  ],
  F13: [...asking(`POST ${messages}/*/threads`), ...around('insert into "bindings"')],
  F14: asking('POST /channels/*/webhooks'),
  F15: [...around('update "bindings"', 'unfocus'), ...asking('PATCH /channels/*')],
  F16: [...around('insert into "kept_arrivals"'), ...around('delete from "kept_arrivals"')],
  answer: asking('POST /interactions/*/*/callback'),
  note: around('insert into "channel_notes"'),
} as const satisfies Readonly<Record<string, readonly DiePoint[]>>

export type DiscordPointName = keyof typeof discordPoints
