// What a client holds of a log, by the rules of the protocol, as strict as they are: a frame that does not fit what
// came before fails the test.

import assert from 'node:assert/strict'
import type { EventJson, ServerFrame, StreamingJson } from '@heddle/contract'
import type { FakeLog } from './create-fake-logs.ts'

export interface HeldText {
  att: number
  text: string
}

export class HeldLog {
  seq: number
  readonly ids: string[]
  readonly texts: Map<string, HeldText>

  constructor(seq = 0, ids: string[] = [], texts: Map<string, HeldText> = new Map()) {
    this.seq = seq
    this.ids = ids
    this.texts = texts
  }

  apply(frame: ServerFrame): void {
    if (frame.type === 'ev') this.#event(frame)
    else if (frame.type === 'snap')
      this.#snapshot(frame.seq, frame.events, frame.state['streaming'] as StreamingJson[])
    else if (frame.type === 'd') {
      const held = this.#text(frame.msgId)
      assert.ok(frame.att >= held.att, 'a piece of an attempt that is void')
      if (frame.att > held.att) Object.assign(held, { att: frame.att, text: '' })
      assert.equal(frame.off, held.text.length, 'a piece that does not fit')
      held.text += frame.t
    } else if (frame.type === 'dr') Object.assign(this.#text(frame.msgId), { att: frame.att, text: '' })
  }

  #event(event: EventJson): void {
    assert.equal(event.seq, this.seq + 1, 'the log has a hole or a repeat')
    this.seq = event.seq
    this.ids.push(nameOf(event))
    if (event.kind === 'text.started') this.texts.set(event.eventId, { att: 0, text: '' })
    if (event.place !== event.seq) assert.ok(this.texts.delete(event.eventId), 'ended without a beginning')
  }

  #snapshot(seq: number, events: readonly EventJson[], streaming: readonly StreamingJson[]): void {
    this.seq = seq
    this.ids.splice(0, this.ids.length, ...events.map(nameOf))
    this.texts.clear()
    for (const { eventId, payload } of events) {
      if (payload['state'] === 'streaming') this.texts.set(eventId, { att: 0, text: '' })
    }
    for (const { msgId, att, text } of streaming) this.texts.set(msgId, { att, text })
  }

  #text(msgId: string): HeldText {
    const held = this.texts.get(msgId)
    assert.ok(held, 'a piece of a text that has not begun or is over')
    return held
  }
}

export const nameOf = ({ kind, eventId }: Pick<EventJson, 'kind' | 'eventId'>) => `${kind} ${eventId}`

/** What someone holds who left after `seq`: of a text, perhaps less than there is, perhaps of another attempt. */
export function heldUpTo(log: FakeLog, seq: number): HeldLog {
  const events = log.events.slice(0, seq)
  const texts = new Map<string, HeldText>()
  for (const event of events) {
    // Nobody can hold anything of a text of which nothing was ever told.
    const text = log.texts.has(event.eventId) ? 'stale' : ''
    if (event.kind === 'text.started') texts.set(event.eventId, { att: 0, text })
    else texts.delete(event.eventId)
  }
  return new HeldLog(seq, events.map(nameOf), texts)
}

export function assertHoldsAll(held: HeldLog, log: FakeLog, isFromSnapshot = false): void {
  assert.equal(held.seq, log.events.length)
  const names = isFromSnapshot ? log.rows().map(nameOf) : log.events.map(nameOf)
  if (!isFromSnapshot) assert.deepEqual(held.ids, names)
  const written = [...log.texts.values()].map(
    ({ eventId, attempt, text }) => [eventId, { att: attempt, text }] as const,
  )
  const begun = log.events.filter(
    ({ kind, seq }) =>
      kind === 'text.started' && !log.events.some((event) => event.place === seq && event.seq > seq),
  )
  const expected = new Map<string, HeldText>(begun.map(({ eventId }) => [eventId, { att: 0, text: '' }]))
  for (const [eventId, text] of written) expected.set(eventId, text)
  // Whatever their order.
  assert.deepEqual(Object.fromEntries(held.texts), Object.fromEntries(expected))
}
