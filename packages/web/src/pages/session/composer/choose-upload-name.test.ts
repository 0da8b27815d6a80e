import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { chooseUploadName } from './choose-upload-name.ts'

const png = { name: 'image.png', type: 'image/png' }

test('[UIC2] a pasted picture is named by the minute, and the next of that minute gets a number', () => {
  assert.equal(chooseUploadName(png, '14-02', []), 'pasted-image-14-02.png')
  assert.equal(chooseUploadName(png, '14-02', ['pasted-image-14-02.png']), 'pasted-image-14-02-2.png')
  const two = ['pasted-image-14-02.png', 'pasted-image-14-02-2.png']
  assert.equal(chooseUploadName(png, '14-02', two), 'pasted-image-14-02-3.png')
  assert.equal(chooseUploadName({ name: '', type: 'image/jpeg' }, '14-02', []), 'pasted-image-14-02.jpg')
})

test('[UIC2] a file keeps the name it has, unless another of the message has it', () => {
  assert.equal(chooseUploadName(png, undefined, []), 'image.png')
  assert.equal(chooseUploadName({ name: 'plan.pdf', type: '' }, '14-02', []), 'plan.pdf')
  assert.equal(chooseUploadName({ name: 'plan.pdf', type: '' }, undefined, ['plan.pdf']), 'plan-2.pdf')
  assert.equal(chooseUploadName({ name: '.env', type: '' }, undefined, ['x']), '.env')
})

test('[UIC2] a name that is too long for the server is cut before its ending', () => {
  const name = chooseUploadName({ name: `${'x'.repeat(400)}.tar`, type: '' }, undefined, [])
  assert.ok(name.length <= limits.fileNameCharsMax)
  assert.ok(name.endsWith('x.tar'))
  const faces = chooseUploadName({ name: `${'🙂'.repeat(200)}.png`, type: '' }, undefined, [])
  assert.ok(faces.isWellFormed())
})
