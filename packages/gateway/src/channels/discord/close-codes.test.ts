import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseAfterClose } from './close-codes.ts'

test('[DSC1] a connection that broke is taken up again; one whose session is over begins a new one', () => {
  for (const code of [1001, 1005, 1006, 4000, 4001, 4002, 4005, 4008, 4200]) {
    assert.deepEqual(chooseAfterClose(code), { kind: 'resume' }, String(code))
  }
  for (const code of [1000, 4003, 4007, 4009]) {
    assert.deepEqual(chooseAfterClose(code), { kind: 'new session' }, String(code))
  }
})

test('[DSC1] what would end the same way again is said to whoever runs the place, with what to do', () => {
  for (const code of [4004, 4010, 4011, 4012, 4013, 4014]) {
    const after = chooseAfterClose(code)
    assert.equal(after.kind, 'fatal', String(code))
    assert.match(after.kind === 'fatal' ? after.words : '', new RegExp(`\\(${code}`))
  }
})
