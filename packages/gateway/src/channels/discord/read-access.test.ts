import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAccess } from './read-access.ts'

test('[DSC1] an address of the API is the same with a version or a slash behind it', () => {
  for (const apiUrl of ['http://d/api', 'http://d/api/', 'http://d/api/v10', 'http://d/api/v10//'])
    assert.equal(readAccess({ apiUrl }).apiUrl, 'http://d/api', apiUrl)
  for (const apiUrl of [undefined, '', 7])
    assert.equal(readAccess({ apiUrl }).apiUrl, 'https://discord.com/api')
  assert.equal(readAccess({ apiUrl: 'http://v10' }).apiUrl, 'http://v10')
})
