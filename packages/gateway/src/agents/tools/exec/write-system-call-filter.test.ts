import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeSystemCallFilter } from './write-system-call-filter.ts'

const allowed = 0x7fff0000
const denied = 0x00050001

/** Runs the filter as the kernel would. */
function ask(
  filter: Uint8Array,
  { audit, number, first = 0 }: { audit: number; number: number; first?: number },
) {
  const program = new DataView(filter.buffer)
  const call: Record<number, number> = { 0: number, 4: audit, 16: first }
  let value = 0
  for (let at = 0; at * 8 < filter.length; at++) {
    const code = program.getUint16(at * 8, true)
    const k = program.getUint32(at * 8 + 4, true)
    if (code === 0x06) return k
    if (code === 0x20) value = call[k] ?? 0
    else at += program.getUint8(at * 8 + ((code === 0x15 ? value === k : value >= k) ? 2 : 3))
  }
  return undefined
}

for (const [machine, audit, socket, write] of [
  ['x64', 0xc000003e, 41, 1],
  ['arm64', 0xc00000b7, 198, 64],
] as const) {
  test(`[R18] on ${machine} sockets of other kinds than the usual, and io_uring, are refused`, () => {
    const filter = writeSystemCallFilter(machine)
    assert.ok(filter)
    const call = (number: number, first?: number) => ask(filter, { audit, number, ...(first && { first }) })
    assert.equal(call(write), allowed)
    assert.equal(call(425), denied)
    for (const family of [1, 2, 10, 16]) assert.equal(call(socket, family), allowed)
    // Bluetooth, virtual machines, encryption in the kernel.
    for (const family of [31, 40, 38]) assert.equal(call(socket, family), denied)
    assert.equal(ask(filter, { audit: 0x40000003, number: write }), denied)
  })
}

test('[R18] the second calling convention of x64 is refused, and an unknown machine has no filter', () => {
  const filter = writeSystemCallFilter('x64')
  assert.ok(filter)
  assert.equal(ask(filter, { audit: 0xc000003e, number: 0x40000000 + 41, first: 40 }), denied)
  assert.equal(writeSystemCallFilter('mips'), undefined)
})
