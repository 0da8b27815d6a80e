// Commands that go on after the call that started them, by session. They live in this process alone: what its end leaves
// behind is swept, and whoever asks for one by an id of before is told that it is lost.

import { limits } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { Random } from '../../../foundation/random.ts'
import { createOutputKeeper, type OutputKeeper } from './keep-output.ts'
import type { ProcessEnd, ProcessRunner, RunningProcess } from './process-runner.ts'
import type { Launch } from './sandbox.ts'
import type { StopReason } from './tell-end.ts'

export interface BackgroundProcess {
  readonly id: string
  /** What was started, for people. */
  readonly label: string
  readonly startedAt: number
  readonly output: OutputKeeper
  readonly end: { end: ProcessEnd; reason: StopReason | undefined; at: number } | undefined
  write(text: string): boolean
  endInput(): void
  stop(reason: StopReason): void
  /** When it put out something more, or ended. */
  changed(): Promise<void>
  readonly ended: Promise<unknown>
}

export interface BackgroundProcesses {
  /** A sentence instead when there are too many. */
  start(sessionId: string, launch: Launch, label: string): BackgroundProcess | string
  list(sessionId: string): readonly BackgroundProcess[]
  find(sessionId: string, id: string): BackgroundProcess | undefined
  /** Those of a session are stopped and forgotten. */
  endSession(sessionId: string): Promise<void>
  /** All of them are stopped. */
  close(): Promise<void>
}

export interface BackgroundDeps {
  clock: Clock
  random: Random
  runner: Pick<ProcessRunner, 'start'>
}

export function createBackgroundProcesses(deps: BackgroundDeps): BackgroundProcesses {
  const sessions = new Map<string, BackgroundProcess[]>()
  let isClosed = false

  function running(list: Iterable<BackgroundProcess>): BackgroundProcess[] {
    return [...list].filter(({ end }) => end === undefined)
  }

  async function stopAll(list: readonly BackgroundProcess[], reason: StopReason): Promise<void> {
    for (const one of list) one.stop(reason)
    await Promise.all(list.map(({ ended }) => ended))
  }

  return {
    start(sessionId, launch, label) {
      const own = sessions.get(sessionId) ?? []
      if (isClosed) return 'Heddle stops; nothing is started any more.'
      if (running(own).length >= limits.backgroundProcessesPerSessionMax) {
        return `This session runs ${limits.backgroundProcessesPerSessionMax} processes already; end one of them first.`
      }
      if (running([...sessions.values()].flat()).length >= limits.backgroundProcessesMax) {
        return 'Too many background processes run already; try again when some have ended.'
      }
      const started = startOne(deps, launch, label)
      // Those that ended are kept to be asked about, but not all of them for ever.
      const ended = own.filter(({ end }) => end !== undefined).slice(-limits.backgroundProcessesPerSessionMax)
      sessions.set(sessionId, [...ended, ...running(own), started])
      return started
    },
    list: (sessionId) => sessions.get(sessionId) ?? [],
    find: (sessionId, id) => sessions.get(sessionId)?.find((one) => one.id === id),
    async endSession(sessionId) {
      const own = sessions.get(sessionId) ?? []
      sessions.delete(sessionId)
      await stopAll(running(own), { kind: 'closing' })
    },
    async close() {
      isClosed = true
      await stopAll(running([...sessions.values()].flat()), { kind: 'closing' })
    },
  }
}

function startOne(
  { clock, random, runner }: BackgroundDeps,
  launch: Launch,
  label: string,
): BackgroundProcess {
  const output = createOutputKeeper({ headBytes: 0, tailBytes: limits.execOutputBytesMax })
  let waiting: (() => void)[] = []
  const wake = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  const child: RunningProcess = runner.start(launch, (bytes) => {
    output.add(bytes)
    wake()
  })
  let reason: StopReason | undefined
  let end: BackgroundProcess['end']
  const stop = (why: StopReason) => {
    if (end !== undefined) return
    reason ??= why
    child.stop()
  }
  const cancel = clock.timer(limits.backgroundProcessMsMax, () =>
    stop({ kind: 'time', seconds: limits.backgroundProcessMsMax / 1_000 }),
  )
  const ended = child.ended.then((how) => {
    cancel()
    end = { end: how, reason, at: clock.wall() }
    wake()
  })
  return {
    // Not counted from one: a number of before a restart must not name another process.
    id: `p_${Buffer.from(random.bytes(5)).toString('hex')}`,
    label,
    startedAt: clock.wall(),
    output,
    get end() {
      return end
    },
    write: (text) => end === undefined && child.write(text),
    endInput: () => child.endInput(),
    stop,
    changed: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
      }),
    ended,
  }
}
