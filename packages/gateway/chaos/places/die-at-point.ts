// Ends the process it is loaded into, as kill -9 would, at a moment that is named from outside. It looks on where the
// program meets SQLite and the network, so that no room knows of it. Which moment it is may change while it runs.

import { subscribe } from 'node:diagnostics_channel'
import { type SQLInputValue, StatementSync } from 'node:sqlite'
import type { ArmedPoint, DiePoint } from './die-points.ts'

/** What comes back names the moment; undefined: none. */
export function dieAtPoints(): (armed: ArmedPoint<string> | undefined) => void {
  let armed: ArmedPoint<string> | undefined
  let left = 0
  const reached = () => {
    if (--left === 0) process.kill(process.pid, 'SIGKILL')
  }
  watchCommits(() => (armed?.point.kind === 'commit' ? armed.point : undefined), reached)
  watchRequests(() => (armed?.point.kind === 'request' ? armed.point : undefined), reached)
  return (next) => {
    armed = next
    left = next?.nth ?? 0
  }
}

function watchCommits(pointOf: () => Of<'commit'> | undefined, reached: () => void): void {
  let isMeant = false

  function look(sql: string, values: readonly unknown[]): void {
    if (sql === 'begin immediate') isMeant = false
    const point = pointOf()
    if (point === undefined || !sql.startsWith(point.writes)) return
    isMeant ||= point.value === undefined || values.includes(point.value)
  }

  // What it writes may be asked back at once.
  for (const name of ['all', 'run'] as const) {
    const method = Reflect.get(StatementSync.prototype, name) as Method
    const watched: Method = function (...values) {
      look(this.sourceSQL, values)
      const isEnd = this.sourceSQL === 'commit' && isMeant
      if (isEnd && pointOf()?.when === 'before') reached()
      const done = method.apply(this, values)
      if (isEnd && pointOf()?.when === 'after') reached()
      return done
    }
    Reflect.set(StatementSync.prototype, name, watched)
  }
}

type Method = (this: StatementSync, ...values: SQLInputValue[]) => unknown

/** Whichever library asks: all of them have the same client below, which tells of each request. */
function watchRequests(pointOf: () => Of<'request'> | undefined, reached: () => void): void {
  for (const [when, name] of [
    ['before', 'undici:request:create'],
    // The whole answer has come, and nobody has seen it yet.
    ['after', 'undici:request:trailers'],
  ] as const) {
    subscribe(name, (message) => {
      // As the client tells it.
      const { method, path } = (message as { request: { method: string; path: string } }).request
      const point = pointOf()
      if (point?.when === when && isCall(point.call, method, path)) reached()
    })
  }
}

/** `send` is one of the loopback platform's; `POST /channels/*` is a method and how a path ends, `*` being one part. */
function isCall(call: string, method: string, target: string): boolean {
  const [verb, path] = call.split(' ')
  const { pathname } = new URL(target, 'http://localhost')
  if (path === undefined) return pathname.endsWith(`/v1/${call}`)
  const meant = path.split('/').slice(1)
  const parts = pathname.split('/').slice(-meant.length)
  return method === verb && meant.every((part, i) => part === '*' || part === parts[i])
}

type Of<K extends DiePoint['kind']> = Extract<DiePoint, { kind: K }>
