// Kills the ledger process again and again on one folder: every acknowledged row must be there, each with one effect
// and one ring of its timer, not before its time.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { between, type RoundKind, type RoundResult, sleep } from './chaos-round.ts'
import { inspect } from './inspect-database.ts'

const program = new URL('./ledger-process.ts', import.meta.url).pathname

export function createLedgerRounds(): RoundKind {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-chaos-'))
  const path = join(folder, 'heddle.db')
  // Looked at again after every round: what survived one kill must survive the next.
  const ever: string[] = []

  async function round(): Promise<RoundResult> {
    const acknowledged = await writeUntilKilled(path)
    ever.push(...acknowledged)
    // Now and then it dies again while it takes up what was left.
    if (Math.random() < 0.3) await drain(path, between(20, 250))
    const code = await drain(path)
    const breaches = code === 0 ? [] : [`draining ended with ${code}`]
    return { acknowledged: acknowledged.length, breaches: [...breaches, ...check(path, ever)] }
  }

  return { name: 'durable work', round, close: async () => rmSync(folder, { recursive: true }) }
}

async function writeUntilKilled(path: string): Promise<string[]> {
  const child = launch(path, 'write')
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  // Counted from the first acknowledgement in most rounds; in the others it may die while it opens and migrates.
  if (Math.random() < 0.8) await new Promise((resolve) => child.stdout?.once('data', resolve))
  await sleep(between(5, 300))
  await kill(child)
  // The last line may be cut off; it was never a whole acknowledgement.
  return text.split('\n').slice(0, -1)
}

/** The exit code, or null when it was killed on the way. */
async function drain(path: string, killAfterMs?: number): Promise<number | null> {
  const child = launch(path, 'drain')
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  if (killAfterMs === undefined) return ended
  await Promise.race([ended, sleep(killAfterMs)])
  child.kill('SIGKILL')
  return ended
}

function launch(path: string, mode: 'write' | 'drain'): ChildProcess {
  // Without the cache each start would strip the types of every file anew, and most of a round would be that.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(dirname(path), 'compiled') }
  return spawn(process.execPath, [program, path, mode], { stdio: ['ignore', 'pipe', 'inherit'], env })
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await closed
}

function check(path: string, acknowledged: readonly string[]): string[] {
  return inspect(path, (database) => {
    const lost = acknowledged.filter(
      (id) => database.count('select count(*) n from ledger where id = ?', id) !== 1,
    )
    const notOnce = (table: string) =>
      database.count(
        `select count(*) n from ledger where (select count(*) from ${table} e where e.id = ledger.id) <> 1`,
      )
    const early = database.count(
      'select count(*) n from ledger join rings using (id) where rings.at < ledger.due_at',
    )
    const breaches = [
      ...lost.map((id) => `[I1] ${id} was acknowledged and is gone`),
      ...some(notOnce('effects'), 'reactions were not done exactly once'),
      ...some(notOnce('rings'), '[I13] timers did not fire exactly once'),
      ...some(early, '[I13] timers fired before their time'),
      ...some(database.count('select count(*) n from work'), 'pieces of work were left'),
      ...database.complaints().map((text) => `[I15] ${text}`),
    ]
    return breaches
  })
}

function some(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}`]
}
