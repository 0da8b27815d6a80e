import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveProviderInput } from '@heddle/contract'
import { choosePreset, presetAt, presetIds, presets } from './choose-preset.ts'

const empty = { name: '', baseUrl: '' }

test('[UIV2] a preset fills in name and address, and another one changes both again', () => {
  const ollama = choosePreset(empty, 'ollama', [])
  assert.deepEqual(ollama, { name: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1' })
  assert.deepEqual(choosePreset(ollama, 'openai', []), {
    name: 'openai',
    baseUrl: 'https://api.openai.com/v1',
  })
  assert.deepEqual(choosePreset(ollama, 'custom', []), empty)
})

test('[UIV2] what was typed stays, whatever preset is chosen', () => {
  const typed = { name: 'house', baseUrl: 'https://models.example.org/v1' }
  for (const id of presetIds) assert.deepEqual(choosePreset(typed, id, []), typed)
  assert.equal(choosePreset({ name: 'house', baseUrl: '' }, 'vllm', []).baseUrl, presets.vllm.baseUrl)
})

test('[UIV2] a name that is taken gets a number', () => {
  const second = choosePreset(empty, 'openai', ['openai'])
  assert.equal(second.name, 'openai-2')
  assert.equal(choosePreset(second, 'ollama', ['openai']).name, 'ollama')
  assert.equal(choosePreset(empty, 'openai', ['openai', 'openai-2']).name, 'openai-3')
})

test('[UIV2] an address is recognised with or without its last slash', () => {
  assert.equal(presetAt('https://api.openai.com/v1/'), 'openai')
  assert.equal(presetAt('https://api.openai.com/v2'), undefined)
  assert.equal(presetAt(''), undefined)
})

test('[UIV2] every preset is one that the server accepts', () => {
  for (const id of presetIds) {
    if (id === 'custom') continue
    const { baseUrl, examples } = presets[id]
    assert.ok(
      saveProviderInput.safeParse({ baseUrl, models: examples.map((name) => ({ id: name })) }).success,
    )
  }
})
