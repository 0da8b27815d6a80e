// The key that seals secrets: from HEDDLE_SECRET_KEY, or from `<data>/secret.key` (0600), made on first use.
// During a rotation the new key waits in `secret.key.next`.

import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Random } from '../random.ts'
import { createBox, keyBytes } from './box.ts'
import type { KeyHolder } from './secrets.ts'

export class KeyUnusable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'KeyUnusable'
  }
}

export function openKeyHolder(options: {
  path: string
  fromEnvironment: string | undefined
  /** The ids of the keys that stored secrets are sealed with. */
  keyIdsInUse: readonly string[]
  random: Random
}): KeyHolder {
  const { path, random } = options
  if (options.fromEnvironment !== undefined) {
    const fixedBecause = 'The key comes from HEDDLE_SECRET_KEY; change it there, then set each secret again.'
    const key = decodeKey(options.fromEnvironment, 'HEDDLE_SECRET_KEY')
    return { key, fixedBecause, keepNext: unchangeable, adoptNext: unchangeable }
  }
  finishRotation(path, options.keyIdsInUse, random)
  const key = existsSync(path) ? readKey(path) : makeKey(path, random)
  return {
    key,
    fixedBecause: undefined,
    async keepNext(next) {
      writeKey(`${path}.next`, next)
      // Without its name on disk the key is lost all the same.
      syncFolderOf(path)
    },
    adoptNext: async (next) => adoptKey(path, next),
  }
}

async function unchangeable(): Promise<void> {
  throw new Error('the key comes from the environment')
}

function adoptKey(path: string, key: Uint8Array): void {
  const next = `${path}.next`
  // The move itself may have worked when what came after it failed.
  const kept = existsSync(next) ? next : path
  if (!existsSync(kept) || !Buffer.from(key).equals(readKey(kept))) {
    throw new KeyUnusable(`${kept} does not hold the key that was kept there; the key stays as it is.`)
  }
  if (kept === next) moveDurably(next, path)
  else syncFolderOf(path)
}

// A rotation that was cut off left two keys; the rows say which one counts.
function finishRotation(path: string, keyIdsInUse: readonly string[], random: Random): void {
  const next = `${path}.next`
  if (!existsSync(next)) return
  if (keyIdsInUse.includes(createBox(readKey(next), random).keyId) || !existsSync(path))
    moveDurably(next, path)
  else unlinkSync(next)
}

function makeKey(path: string, random: Random): Uint8Array {
  const key = random.bytes(keyBytes)
  writeKey(`${path}.new`, key)
  moveDurably(`${path}.new`, path)
  return key
}

function readKey(path: string): Uint8Array {
  return decodeKey(readFileSync(path, 'utf8'), path)
}

export function decodeKey(text: string, where: string): Uint8Array {
  const trimmed = text.trim()
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64')
  if (key.byteLength !== keyBytes) {
    throw new KeyUnusable(`${where} does not hold a key: ${keyBytes} bytes as base64 or hex are needed.`)
  }
  return key
}

function writeKey(path: string, key: Uint8Array): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeSync(file, `${Buffer.from(key).toString('base64')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function moveDurably(from: string, to: string): void {
  renameSync(from, to)
  syncFolderOf(to)
}

function syncFolderOf(path: string): void {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
