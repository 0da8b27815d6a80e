// Secrets by name: written once, read only by the rooms that need them, never shown again.

import { badField, limits, refused } from '@heddle/contract'
import type { Reader, Store, Tx } from '../database/store.ts'
import type { Random } from '../random.ts'
import { type Box, createBox, keyBytes } from './box.ts'
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
  /** Seals everything anew with a fresh key. Says how many secrets that were. */
  rotate(): Promise<number>
}

/** Where the key lives. A new key is kept beside the old one until every secret is sealed with it. */
export interface KeyHolder {
  readonly key: Uint8Array
  /** Why the key cannot be changed from here, if so. */
  readonly fixedBecause: string | undefined
  keepNext(key: Uint8Array): Promise<void>
  adoptNext(): Promise<void>
}

export function createSecrets(deps: { store: Store; random: Random; keys: KeyHolder }): Secrets {
  let current = createBox(deps.keys.key, deps.random)
  const box: Box = {
    get keyId() {
      return current.keyId
    },
    seal: (plain, context) => current.seal(plain, context),
    open: (sealed, context) => current.open(sealed, context),
    mark: (text, context) => current.mark(text, context),
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
    },
    async read(r, name) {
      const row = await findSecret(r, name)
      return row && Buffer.from(box.open(row.sealed, contextOf(name))).toString('utf8')
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
    },
    async rotate() {
      if (deps.keys.fixedBecause) throw refused('not_allowed', { message: deps.keys.fixedBecause })
      const nextKey = deps.random.bytes(keyBytes)
      const next = createBox(nextKey, deps.random)
      // First the new key on disk, then the rows, then the switch: whichever moment a crash picks, the key that the
      // rows name is there at the next start.
      await deps.keys.keepNext(nextKey)
      const count = await deps.store.tx(async (t) => {
        const rows = await allSecrets(t)
        for (const { name, sealed } of rows) {
          const plain = current.open(sealed, contextOf(name))
          await resealSecret(t, { name, sealed: next.seal(plain, contextOf(name)), keyId: next.keyId })
        }
        return rows.length
      })
      await deps.store.durable()
      current = next
      await deps.keys.adoptNext()
      return count
    },
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
