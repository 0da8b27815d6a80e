// Argon2id from Node's own crypto, with the parameters that OWASP asks for, as PHC strings.

import { Buffer } from 'node:buffer'
import { argon2, timingSafeEqual } from 'node:crypto'
import { limits, refused } from '@heddle/contract'
import type { Random } from '../foundation/random.ts'
import type { Passwords } from './passwords.ts'

interface Parameters {
  memoryKib: number
  passes: number
  lanes: number
}

interface Hashed extends Parameters {
  salt: Uint8Array
  tag: Uint8Array
}

const today: Parameters = { memoryKib: 19_456, passes: 2, lanes: 1 }
const saltBytes = 16
const tagBytes = 32
// The pool of four threads also syncs the database; two are left to it.
const runningMax = 2

export function createRealPasswords(deps: { random: Random }): Passwords {
  const inLine = createLine(runningMax, limits.passwordHashesWaitingMax)
  // Nobody's: what an unknown handle is checked against.
  const nobody: Hashed = { ...today, salt: new Uint8Array(saltBytes), tag: new Uint8Array(tagBytes) }

  return {
    async hash(password) {
      const salt = deps.random.bytes(saltBytes)
      const tag = await inLine(() => derive(password, salt, today, tagBytes))
      return write({ ...today, salt, tag })
    },

    async verify(password, hash) {
      const known = hash === undefined ? nobody : read(hash)
      const tag = await inLine(() => derive(password, known.salt, known, known.tag.length))
      const ok = timingSafeEqual(tag, known.tag) && hash !== undefined
      return { ok, stale: ok && !isToday(known) }
    },
  }
}

/** At most so many at once, so many in line, and the rest is told to come back. */
function createLine(running: number, waitingMax: number) {
  const waiting: (() => void)[] = []
  let free = running

  return async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--
    else if (waiting.length >= waitingMax) throw refused('busy', { retryAfterMs: 1_000 })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The next one inherits the place.
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

function derive(
  password: string,
  salt: Uint8Array,
  parameters: Parameters,
  tagLength: number,
): Promise<Uint8Array> {
  const input = {
    // The same password typed on two machines may arrive composed or not.
    message: Buffer.from(password.normalize('NFC'), 'utf8'),
    nonce: salt,
    parallelism: parameters.lanes,
    memory: parameters.memoryKib,
    passes: parameters.passes,
    tagLength,
  }
  return new Promise((resolve, reject) => {
    argon2('argon2id', input, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}

function write(hashed: Hashed): string {
  const parameters = `m=${hashed.memoryKib},t=${hashed.passes},p=${hashed.lanes}`
  return `$argon2id$v=19$${parameters}$${unpadded(hashed.salt)}$${unpadded(hashed.tag)}`
}

function read(text: string): Hashed {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text)
  if (!match) throw new Error('a stored password hash is in no form that this version knows')
  const [, memory, passes, lanes, salt, tag] = match
  return {
    memoryKib: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt!, 'base64'),
    tag: Buffer.from(tag!, 'base64'),
  }
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}

function isToday(hashed: Hashed): boolean {
  return (
    hashed.memoryKib === today.memoryKib &&
    hashed.passes === today.passes &&
    hashed.lanes === today.lanes &&
    hashed.salt.length >= saltBytes &&
    hashed.tag.length === tagBytes
  )
}
