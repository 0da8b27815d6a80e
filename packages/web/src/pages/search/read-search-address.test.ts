import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearchAddress, writeSearchAddress } from './read-search-address.ts'

test('[UIX6] what is looked for stands in the address, and comes back from it', () => {
  const wish = { text: 'the “tide” & more', kind: 'tool', sessionId: 'ses_1' } as const
  const address = writeSearchAddress(wish)
  assert.deepEqual(readSearchAddress(address.slice(address.indexOf('?'))), wish)
  assert.equal(writeSearchAddress({ text: '', kind: undefined, sessionId: undefined }), '/search')
})

test('[UIX6] what does not fit is as if it were not there', () => {
  assert.deepEqual(readSearchAddress('?q=%20tide%20&kind=boats&session='), {
    text: 'tide',
    kind: undefined,
    sessionId: undefined,
  })
  assert.equal(readSearchAddress(`?q=${'x'.repeat(5_000)}`).text.length, 200)
})
