// A process of the benchmark's own beside it: it says once what it offers, and afterwards how much processor time it
// has used whenever it is asked.

import { type ChildProcess, fork } from 'node:child_process'

export interface Forked<Offer> {
  child: ChildProcess
  offer: Offer
  /** Microseconds, so far. */
  cpuUs(): Promise<number>
  /** Does once more what it is there for, and tells what it measured. */
  run<Measured>(): Promise<Measured>
  stop(): Promise<void>
}

export async function forkProcess<Offer>(file: string, args: readonly string[] = []): Promise<Forked<Offer>> {
  const child = fork(new URL(file, import.meta.url), args)
  const offer = await answerOf<Offer>(child)
  return {
    child,
    offer,
    cpuUs() {
      child.send('cpu')
      return answerOf<number>(child)
    },
    run<Measured>() {
      child.send('run')
      return answerOf<Measured>(child)
    },
    async stop() {
      child.removeAllListeners('exit')
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** For the process itself: tells what it offers, and answers from then on. */
export function offerToParent(offer: object, run?: () => Promise<object>): void {
  process.send?.(offer)
  // Whatever ends the benchmark early, nothing is left behind.
  process.once('disconnect', () => process.exit())
  process.on('message', (asked) => {
    if (asked === 'run' && run) return void run().then((measured) => process.send?.(measured))
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
}

function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the process ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as T)
    })
  })
}
