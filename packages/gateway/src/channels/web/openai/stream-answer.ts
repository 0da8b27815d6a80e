// Writes an answer out while it comes, as server-sent events. A failure that is known before the first of the text is
// an HTTP error like any other; one in the middle is the last event of the stream. A slow reader gets larger pieces,
// not a longer queue.

import { limits } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { Store } from '../../../foundation/database/store.ts'
import type { Log } from '../../../foundation/logging/log.ts'
import type { AnswerEnd, AnswerSource } from './answer-source.ts'
import { asOpenAiError, errorJson, type OpenAiError } from './openai-error.ts'
import { type CompletionHead, type Delta, deltaChunk, endChunks } from './write-completion.ts'

export interface StreamDeps {
  clock: Clock
  store: Pick<Store, 'durable'>
  log: Log
  /** What is said when we fail ourselves. */
  describeFailure(error: unknown): OpenAiError
}

export interface StreamOptions {
  head: CompletionHead
  includeUsage: boolean
  /** Aborted when the client has gone. */
  signal: AbortSignal
}

/** Resolves once there is something to say; undefined if nobody is there any more. Throws what failed before. */
export async function streamAnswer(
  deps: StreamDeps,
  source: AnswerSource,
  options: StreamOptions,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const { clock } = deps
  const left = new AbortController()
  const outbox = createOutbox(options, source.model)
  const signal = AbortSignal.any([options.signal, left.signal])
  const ending = source.run({ onText: outbox.addText, onReasoning: outbox.addReasoning }, signal)
  const early = await firstOf(clock, outbox, ending)
  if (early?.kind === 'failed' && !outbox.hasText()) throw early.error
  if (early?.kind === 'left') return undefined
  ending.then(outbox.end, (error: unknown) => {
    outbox.end({ kind: 'failed', error: toOpenAiError(deps, error) })
  })
  return openStream(deps, outbox, () => left.abort())
}

/** The end, if it comes before any text; undefined when there is text, or when it has been quiet for long. */
async function firstOf(
  clock: Clock,
  outbox: Outbox,
  ending: Promise<AnswerEnd>,
): Promise<AnswerEnd | undefined> {
  let cancel = () => {}
  const quiet = new Promise<undefined>((resolve) => {
    cancel = clock.timer(limits.completionQuietMsMax, () => resolve(undefined))
  })
  try {
    return await Promise.race([ending, outbox.changed().then(() => undefined), quiet])
  } finally {
    cancel()
  }
}

function openStream(deps: StreamDeps, outbox: Outbox, onLeft: () => void): ReadableStream<Uint8Array> {
  const { clock, store } = deps
  const encoder = new TextEncoder()
  // Proxies, and we ourselves, cut connections on which nothing happens.
  const beat = () => {
    outbox.beat()
    cancelBeat = clock.timer(limits.completionBeatMs, beat)
  }
  let cancelBeat = clock.timer(limits.completionBeatMs, beat)

  /** What is told may follow from a commit that the disk does not have yet; without it nothing but that is told. */
  async function waitForDisk(): Promise<string | undefined> {
    try {
      await store.durable()
      return undefined
    } catch (error) {
      return eventLine(errorJson(toOpenAiError(deps, error)))
    }
  }

  function leave(): void {
    cancelBeat()
    onLeft()
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (outbox.isEmpty()) await outbox.changed()
        const text = outbox.take()
        const failure = await waitForDisk()
        controller.enqueue(encoder.encode(failure ?? text))
        if (failure === undefined && !outbox.isDone()) return
        leave()
        controller.close()
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
}

interface Outbox {
  addText(text: string): void
  addReasoning(text: string): void
  beat(): void
  end(how: AnswerEnd): void
  hasText(): boolean
  isEmpty(): boolean
  /** Everything that waits, as it goes over the wire. */
  take(): string
  /** The end was taken. */
  isDone(): boolean
  /** Resolves when something was added. */
  changed(): Promise<void>
}

function createOutbox({ head, includeUsage }: StreamOptions, model: string): Outbox {
  const options = { model, includeUsage }
  let waiting: { kind: 'text' | 'reasoning'; text: string }[] = []
  let ended: AnswerEnd | undefined
  let isBegun = false
  let isDone = false
  let beats = 0
  let wake: () => void = () => {}
  let change = new Promise<void>((resolve) => (wake = resolve))

  function tellChange(): void {
    wake()
    change = new Promise<void>((resolve) => (wake = resolve))
  }

  function add(kind: 'text' | 'reasoning', text: string): void {
    const last = waiting.at(-1)
    if (last?.kind === kind) last.text += text
    else waiting.push({ kind, text })
    tellChange()
  }

  function take(): string {
    const deltas: Delta[] = isBegun ? [] : [{ role: 'assistant', content: '' }]
    for (const { kind, text } of waiting) {
      deltas.push(kind === 'text' ? { content: text } : { reasoning_content: text })
    }
    isBegun = true
    waiting = []
    const lines = deltas.map((delta) => eventLine(deltaChunk(head, delta, options)))
    if (ended !== undefined) {
      isDone = true
      lines.push(endLines(ended))
    } else if (beats > 0 && lines.length === 0) lines.push(': still here\n\n')
    beats = 0
    return lines.join('')
  }

  function endLines(end: AnswerEnd): string {
    switch (end.kind) {
      case 'answered':
        return `${endChunks(head, end, includeUsage).map(eventLine).join('')}data: [DONE]\n\n`
      case 'failed':
        return eventLine(errorJson(end.error))
      case 'left':
        return ''
    }
  }

  return {
    addText: (text) => add('text', text),
    addReasoning: (text) => add('reasoning', text),
    beat() {
      beats++
      tellChange()
    },
    end(how) {
      ended = how
      tellChange()
    },
    hasText: () => waiting.length > 0,
    isEmpty: () => waiting.length === 0 && ended === undefined && beats === 0,
    take,
    isDone: () => isDone,
    changed: () => change,
  }
}

function toOpenAiError(deps: StreamDeps, error: unknown): OpenAiError {
  return asOpenAiError(error) ?? deps.describeFailure(error)
}

function eventLine(json: object): string {
  return `data: ${JSON.stringify(json)}\n\n`
}
