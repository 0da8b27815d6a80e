// The figures in Prometheus' text format. Each is read from its owner when asked for; nothing is counted here.

import type { monitorEventLoopDelay } from 'node:perf_hooks'
import { limits } from '@heddle/contract'
import type { DeliveryFigures } from '../../../delivery/delivery.ts'
import type { CollaborationFigures } from '../../../collaboration/measures.ts'
import type { StoreFigures } from '../../../foundation/database/store.ts'
import type { TurnFigures } from '../../../sessions/sessions.ts'
import type { RequestCounts } from './request-counts.ts'

export interface WorkFigure {
  lane: string
  state: string
  count: number
}

export type LoopDelay = Pick<
  ReturnType<typeof monitorEventLoopDelay>,
  'percentile' | 'max' | 'count' | 'reset'
>

export const loopDelayTickMs = 20

export interface MetricsSources {
  store(): StoreFigures
  requests: RequestCounts
  /** How late the event loop is; emptied at each look, so that a look tells of the time since the last one. */
  loopDelay: LoopDelay
  /** Work by lane and state; empty where none is done. */
  work(): WorkFigure[] | Promise<WorkFigure[]>
  turns(): TurnFigures
  /** Live connections, and sessions that somebody follows. */
  live(): { sockets: number }
  /** Conversations that belong to a session right now. */
  bindings(): Promise<number>
  deliveries(): DeliveryFigures
  openDeliveries(): Promise<{ open: number; unknown: number }>
  /** What became of notifications, and those that are on their way. */
  notifications(): { outcomes: ReadonlyMap<string, number> }
  openNotifications(): Promise<ReadonlyMap<string, number>>
  collaboration(): Promise<CollaborationFigures>
  version: string
}

export interface MetricsText {
  contentType: string
  text(): Promise<string>
}

type Values = { labels: Record<string, string>; value: number }[]

interface Figure {
  name: string
  help: string
  kind: 'counter' | 'gauge'
  labels?: string[]
  values(): Values | Promise<Values>
}

export async function createMetricsText(sources: MetricsSources): Promise<MetricsText> {
  const { Counter, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  for (const { name, help, kind, labels: labelNames = [], values } of figures(sources)) {
    const options = { name, help, labelNames, registers: [registry] }
    if (kind === 'counter') {
      new Counter({
        ...options,
        async collect() {
          this.reset()
          for (const { labels, value } of await values()) this.inc(labels, value)
        },
      })
    } else {
      new Gauge({
        ...options,
        async collect() {
          this.reset()
          for (const { labels, value } of await values()) this.set(labels, value)
        },
      })
    }
  }
  return { contentType: registry.contentType, text: () => registry.metrics() }
}

function figures(sources: MetricsSources): Figure[] {
  const { requests } = sources
  const fromStore = (read: (figures: StoreFigures) => number) => () => one(read(sources.store()))
  return [
    {
      name: 'heddle_info',
      help: 'Which Heddle this is.',
      kind: 'gauge',
      labels: ['version'],
      values: () => [{ labels: { version: sources.version }, value: 1 }],
    },
    {
      name: 'heddle_http_requests_total',
      help: 'Requests answered.',
      kind: 'counter',
      labels: ['route', 'method', 'status'],
      values: () =>
        requests.all().map(({ route, method, status, count }) => ({
          labels: { route, method, status: String(status) },
          value: count,
        })),
    },
    {
      name: 'heddle_http_request_seconds_total',
      help: 'Time spent on answering requests.',
      kind: 'counter',
      labels: ['route', 'method', 'status'],
      values: () =>
        requests.all().map(({ route, method, status, seconds }) => ({
          labels: { route, method, status: String(status) },
          value: seconds,
        })),
    },
    {
      name: 'heddle_sign_ins_total',
      help: 'Attempts to sign in, by how they ended.',
      kind: 'counter',
      labels: ['outcome'],
      values: () =>
        Object.entries(requests.signIns()).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    {
      name: 'heddle_event_loop_lag_seconds',
      help: 'How late the event loop was since the last look.',
      kind: 'gauge',
      labels: ['quantile'],
      values: () => lag(sources.loopDelay),
    },
    counter(
      'heddle_store_commits_total',
      'Transactions committed.',
      fromStore((f) => f.commits),
    ),
    counter(
      'heddle_store_commit_seconds_total',
      'Time spent in transactions.',
      fromStore((f) => f.commitMs / 1000),
    ),
    counter(
      'heddle_store_syncs_total',
      'Syncs of the write-ahead log.',
      fromStore((f) => f.syncs),
    ),
    counter(
      'heddle_store_sync_seconds_total',
      'Time spent in syncs.',
      fromStore((f) => f.syncMs / 1000),
    ),
    counter(
      'heddle_store_checkpoints_total',
      'Checkpoints done.',
      fromStore((f) => f.checkpoints),
    ),
    gauge(
      'heddle_store_wal_bytes',
      'Size of the write-ahead log.',
      fromStore((f) => f.logBytes),
    ),
    gauge(
      'heddle_store_waiting_transactions',
      'Transactions that wait for their turn.',
      fromStore((f) => f.waitingTransactions),
    ),
    {
      name: 'heddle_work_items',
      help: 'Durable work on record.',
      kind: 'gauge',
      labels: ['lane', 'state'],
      values: async () =>
        (await sources.work()).map(({ lane, state, count }) => ({ labels: { lane, state }, value: count })),
    },
    gauge(
      'heddle_bindings',
      `Conversations that are bound to a session, ${limits.bindingsCountedMax} at most.`,
      async () => one(await sources.bindings()),
    ),
    {
      name: 'heddle_deliveries_total',
      help: 'What was to be seen elsewhere, by channel and by what became of it.',
      kind: 'counter',
      labels: ['channel', 'outcome'],
      values: () => [...sources.deliveries().outcomes].map(deliveryValue),
    },
    {
      name: 'heddle_deliveries_open',
      help: 'What is on its way elsewhere, and what of it nobody knows about.',
      kind: 'gauge',
      labels: ['state'],
      values: async () => {
        const { open, unknown } = await sources.openDeliveries()
        return [
          { labels: { state: 'open' }, value: open },
          { labels: { state: 'unknown' }, value: unknown },
        ]
      },
    },
    {
      name: 'heddle_notifications_total',
      help: 'What people were told, by channel and by what became of it; retried counts each try after the first.',
      kind: 'counter',
      labels: ['channel', 'outcome'],
      values: () => [...sources.notifications().outcomes].map(deliveryValue),
    },
    {
      name: 'heddle_notifications_open',
      help: 'What people are about to be told, by channel and state.',
      kind: 'gauge',
      labels: ['channel', 'state'],
      values: async () => [...(await sources.openNotifications())].map(openValue),
    },
    ...collaborationFigures(sources),
    counter('heddle_turns_started_total', 'Turns begun.', () => one(sources.turns().started)),
    {
      name: 'heddle_turns_finished_total',
      help: 'Turns ended, by how.',
      kind: 'counter',
      labels: ['outcome'],
      values: () =>
        Object.entries(sources.turns().finished).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    counter('heddle_turn_queue_wait_seconds_total', 'Time that messages waited for their turn.', () =>
      one(sources.turns().waitedMs / 1000),
    ),
    gauge('heddle_live_sockets', 'Open live sockets.', () => one(sources.live().sockets)),
    gauge('process_resident_memory_bytes', 'Memory of the process.', () => one(process.memoryUsage.rss())),
    gauge('process_uptime_seconds', 'How long the process runs.', () => one(process.uptime())),
  ]
}

function collaborationFigures(sources: MetricsSources): Figure[] {
  const of = (read: (figures: CollaborationFigures) => number | undefined) => async () => {
    const value = read(await sources.collaboration())
    return value === undefined ? [] : one(value)
  }
  return [
    gauge(
      'heddle_shared_sessions',
      'Sessions in whose discussions two or more have written.',
      of((figures) => figures.sharedSessions),
    ),
    gauge(
      'heddle_mention_answer_seconds',
      'Median time from a mention to the next word of whoever was mentioned, of the newest.',
      of(({ medianAnswerMs }) => medianAnswerMs && medianAnswerMs / 1000),
    ),
    {
      name: 'heddle_mentions_measured',
      help: 'The newest mentions, by whether whoever was mentioned has said something since.',
      kind: 'gauge',
      labels: ['answered'],
      values: async () => {
        const { answered, unanswered } = await sources.collaboration()
        return [
          { labels: { answered: 'yes' }, value: answered },
          { labels: { answered: 'no' }, value: unanswered },
        ]
      },
    },
    {
      name: 'heddle_rejected_mentions_total',
      help: 'Mentions that led to nobody who may be told.',
      kind: 'counter',
      values: of((figures) => figures.rejectedMentions),
    },
  ]
}

function openValue([name, value]: [string, number]): Values[number] {
  const [channel = '', state = ''] = name.split(' ')
  return { labels: { channel, state }, value }
}

function deliveryValue([name, value]: [string, number]): Values[number] {
  const [channel = '', outcome = ''] = name.split(' ')
  return { labels: { channel, outcome }, value }
}

function counter(name: string, help: string, values: () => Values): Figure {
  return { name, help, kind: 'counter', values }
}

function gauge(name: string, help: string, values: Figure['values']): Figure {
  return { name, help, kind: 'gauge', values }
}

function one(value: number): Values {
  return [{ labels: {}, value }]
}

function lag(delay: LoopDelay): Values {
  // It measures from one tick of its timer to the next; what exceeds the timer's own pace is the loop's doing.
  const seconds = (nanoseconds: number) =>
    delay.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - loopDelayTickMs / 1000)
  const values = [
    { labels: { quantile: '0.5' }, value: seconds(delay.percentile(50)) },
    { labels: { quantile: '0.99' }, value: seconds(delay.percentile(99)) },
    { labels: { quantile: '1' }, value: seconds(delay.max) },
  ]
  delay.reset()
  return values
}
