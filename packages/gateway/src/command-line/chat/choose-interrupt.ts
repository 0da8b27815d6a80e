// What Ctrl-C means: once stops what runs, twice within two seconds leaves.

export const twiceWithinMs = 2_000

export type Interrupt = 'stop' | 'warn' | 'leave'

export function chooseInterrupt(now: number, before: number | undefined, isRunning: boolean): Interrupt {
  if (before !== undefined && now - before <= twiceWithinMs) return 'leave'
  return isRunning ? 'stop' : 'warn'
}
