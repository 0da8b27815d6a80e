// Secrets by name: written once, read only by the rooms that need them, never shown again.

import { badField, limits, refused } from '@heddle/contract'
import type { Reader, Store, Tx } from '../database/store.ts'
import type { Random } from '../random.ts'
import { createKeyedRunner } from '../keyed-runner.ts'
import { type Box, CannotOpen, createBox, keyBytes } from './box.ts'
import { allSecrets, deleteSecret, findSecret, putSecret, resealSecret } from './secret-store.ts'

export interface SecretListing {
  name: string
  updatedAt: number
  /** False when it was sealed with a key that is not here. */
  opens: boolean
}

export interface Secrets {
  /** For other rooms that keep something sealed. Follows a rotation. */
  readonly box: Box
  set(t: Tx, name: string, value: string): Promise<void>
  /** Undefined when there is none of that name. */
  read(r: Reader, name: string): Promise<string | undefined>
  list(r: Reader): Promise<SecretListing[]>
  remove(t: Tx, name: string): Promise<void>
  /** Told the name of each that was set or removed, once it is committed. */
  watch(changed: (name: string) => void): void
  /** Seals everything anew with a fresh key. One rotation at a time; another waits for its turn. */
  rotate(): Promise<Rotated>
}

export interface Rotated {
  /** How many secrets are sealed with the new key. */
  count: number
  /** The names of those that the old key did not open; they are as they were. */
  left: string[]
}

/** Where the key lives. A new key is kept beside the old one until every secret is sealed with it. */
export interface KeyHolder {
  readonly key: Uint8Array
  /** Why the key cannot be changed from here, if so. */
  readonly fixedBecause: string | undefined
  keepNext(key: Uint8Array): Promise<void>
  /** Makes the kept key the one. Throws when another than this one was kept. */
  adoptNext(key: Uint8Array): Promise<void>
}

export function createSecrets(deps: { store: Store; random: Random; keys: KeyHolder }): Secrets {
  const rotations = createKeyedRunner()
  const watching: ((name: string) => void)[] = []
  let current = createBox(deps.keys.key, deps.random)
  /** The one before: a read that began before a rotation ends after it. */
  let previous: Box | undefined
  /** The rows are sealed with it, but its file does not have its name yet. */
  let unadopted: Uint8Array | undefined
  const box: Box = {
    get keyId() {
      return current.keyId
    },
    seal: (plain, context) => current.seal(plain, context),
    open: (sealed, context) => current.open(sealed, context),
    mark: (text, context) => current.mark(text, context),
  }

  // First the new key on disk, then the rows, then the switch: whichever moment a crash picks, the key that the rows
  // name is there at the next start.
  async function rotateOnce(): Promise<Rotated> {
    // One that could not be ended left the only copy of its key where the next one is about to be kept.
    await adopt()
    const nextKey = deps.random.bytes(keyBytes)
    const next = createBox(nextKey, deps.random)
    await deps.keys.keepNext(nextKey)
    const rotated = await deps.store.tx(async (t) => {
      // At the commit, not later: the next transaction must not seal with a key that is about to go.
      t.afterCommit(() => {
        previous = current
        current = next
        unadopted = nextKey
      })
      return resealAll(t, current, next)
    })
    await adopt()
    return rotated
  }

  function tellChanged(name: string): void {
    for (const tell of watching) tell(name)
  }

  async function adopt(): Promise<void> {
    // Before they are on disk the rows may fall back to the old key. A broken store rejects here.
    await deps.store.durable()
    if (unadopted === undefined) return
    await deps.keys.adoptNext(unadopted)
    unadopted = undefined
  }

  return {
    box,
    async set(t, name, value) {
      checkName(name)
      const plain = Buffer.from(value)
      if (plain.byteLength === 0) throw badField('value', 'is empty')
      if (plain.byteLength > limits.secretValueBytesMax) {
        throw badField('value', `is longer than ${limits.secretValueBytesMax} bytes`)
      }
      await putSecret(t, { name, sealed: box.seal(plain, contextOf(name)), keyId: box.keyId })
      t.afterCommit(() => tellChanged(name))
    },
    async read(r, name) {
      const row = await findSecret(r, name)
      if (!row) return undefined
      const opener = row.key_id === previous?.keyId ? previous : current
      return Buffer.from(opener.open(row.sealed, contextOf(name))).toString('utf8')
    },
    async list(r) {
      const rows = await allSecrets(r)
      return rows.map((row) => ({
        name: row.name,
        updatedAt: row.updated_at,
        opens: row.key_id === box.keyId,
      }))
    },
    async remove(t, name) {
      if (!(await deleteSecret(t, name)))
        throw refused('secret_unknown', { message: `There is no secret "${name}".` })
      t.afterCommit(() => tellChanged(name))
    },
    watch: (changed) => void watching.push(changed),
    async rotate() {
      if (deps.keys.fixedBecause) throw refused('not_allowed', { message: deps.keys.fixedBecause })
      return rotations.run('rotation', rotateOnce)
    },
  }
}

async function resealAll(t: Tx, from: Box, to: Box): Promise<Rotated> {
  const rotated: Rotated = { count: 0, left: [] }
  for (const { name, sealed } of await allSecrets(t)) {
    const plain = openOrLeave(from, sealed, contextOf(name))
    if (plain === undefined) {
      rotated.left.push(name)
      continue
    }
    await resealSecret(t, { name, sealed: to.seal(plain, contextOf(name)), keyId: to.keyId })
    rotated.count++
  }
  return rotated
}

function openOrLeave(box: Box, sealed: Uint8Array, context: string): Uint8Array | undefined {
  try {
    return box.open(sealed, context)
  } catch (error) {
    if (error instanceof CannotOpen) return undefined
    throw error
  }
}

function contextOf(name: string): string {
  return `secret:${name}`
}

function checkName(name: string): void {
  if (!/^[A-Za-z][A-Za-z0-9._/-]*$/.test(name)) {
    throw badField('name', 'starts with a letter and goes on with letters, digits, ".", "_", "-" and "/"')
  }
  if (name.length > limits.secretNameCharsMax) {
    throw badField('name', `is longer than ${limits.secretNameCharsMax} characters`)
  }
}
