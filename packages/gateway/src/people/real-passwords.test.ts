import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import { limits, Refusal } from '@heddle/contract'
import { createSeededRandom } from '../../test-support/open-test-store.ts'
import { createRealPasswords } from './real-passwords.ts'

const passwords = createRealPasswords({ random: createSeededRandom(1) })

test('[PPL1] a password is kept as an Argon2id hash that tells its parameters', async () => {
  const hash = await passwords.hash('correct horse battery')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.deepEqual(await passwords.verify('correct horse battery', hash), { ok: true, stale: false })
  assert.deepEqual(await passwords.verify('correct horse batterz', hash), { ok: false, stale: false })
  assert.notEqual(await passwords.hash('correct horse battery'), hash)
})

test('[PPL1] the same password is right whether its letters arrive composed or not', async () => {
  const hash = await passwords.hash('Žižek ünterwegs'.normalize('NFD'))
  assert.equal((await passwords.verify('Žižek ünterwegs'.normalize('NFC'), hash)).ok, true)
})

test('[PPL1] a hash made with parameters of the past is right and stale', async () => {
  const salt = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', {
    message: 'correct horse battery',
    nonce: salt,
    parallelism: 1,
    memory: 8_192,
    passes: 1,
    tagLength: 32,
  })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${unpadded(salt)}$${unpadded(tag)}`
  assert.deepEqual(await passwords.verify('correct horse battery', old), { ok: true, stale: true })
  assert.deepEqual(await passwords.verify('wrong horse battery', old), { ok: false, stale: false })
})

test('[R14] without a hash to compare with the answer is no, after the same work in the same line', async () => {
  assert.deepEqual(await passwords.verify('correct horse battery', undefined), { ok: false, stale: false })
  // It takes a place in the line like any other: the one too many is turned away.
  const room = 2 + limits.passwordHashesWaitingMax
  const outcomes = await Promise.allSettled(
    Array.from({ length: room + 1 }, () => passwords.verify('correct horse battery', undefined)),
  )
  const turnedAway = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.equal(turnedAway.length, 1)
  const reason: unknown = turnedAway[0]?.reason
  assert.ok(reason instanceof Refusal && reason.code === 'busy' && reason.retryAfterMs !== undefined)
  // And the line is empty again afterwards.
  assert.equal((await passwords.verify('x', undefined)).ok, false)
})

test('[R3] a stored hash in an unknown form is our mistake and never a yes', async () => {
  await assert.rejects(passwords.verify('x', 'x'), /in no form/)
  await assert.rejects(passwords.verify('', ''), /in no form/)
  await assert.rejects(passwords.verify('x', '$argon2id$v=19$m=19456,t=2,p=1$$'), /in no form/)
})
