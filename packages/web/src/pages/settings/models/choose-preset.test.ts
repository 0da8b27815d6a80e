import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveProviderInput } from '@heddle/contract'
import { choosePreset, presetAt, presetIds, presetOf, presets } from './choose-preset.ts'
import { bodyOf, emptyDraft, judgeDraft, newModel } from './provider-draft.ts'

const kind = 'openai-compatible'
const empty = { kind, name: '', baseUrl: '' } as const

test('[UIV2] a preset fills in name and address, and another one changes both again', () => {
  const ollama = choosePreset(empty, 'ollama', [])
  assert.deepEqual(ollama, { kind, name: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1' })
  const openai = choosePreset(ollama, 'openai', [])
  assert.deepEqual(openai, { kind: 'openai', name: 'openai', baseUrl: '' })
  assert.deepEqual(choosePreset(openai, 'ollama', []), ollama)
  assert.deepEqual(choosePreset(ollama, 'custom', []), empty)
})

test('[UIV2] what was typed stays, whatever preset is chosen', () => {
  const typed = { kind, name: 'house', baseUrl: 'https://models.example.org/v1' } as const
  for (const id of presetIds) {
    assert.deepEqual(choosePreset(typed, id, []), { ...typed, kind: presets[id].kind })
  }
  assert.equal(choosePreset({ ...empty, name: 'house' }, 'vllm', []).baseUrl, presets.vllm.baseUrl)
})

test('[UIV2] a name that is taken gets a number', () => {
  const second = choosePreset(empty, 'openai', ['openai'])
  assert.equal(second.name, 'openai-2')
  assert.equal(choosePreset(second, 'ollama', ['openai']).name, 'ollama')
  assert.equal(choosePreset(empty, 'openai', ['openai', 'openai-2']).name, 'openai-3')
})

test('[UIV2] an address is recognised with or without its last slash', () => {
  assert.equal(presetAt('http://127.0.0.1:11434/v1/'), 'ollama')
  assert.equal(presetAt('http://127.0.0.1:11434/v2'), undefined)
  assert.equal(presetAt(''), undefined)
})

test('[UIV2] every preset is one that the server accepts', () => {
  for (const id of presetIds) {
    if (id === 'custom') continue
    const { examples } = presets[id]
    const models = examples.map((example) => newModel(example))
    const draft = { ...choosePreset(emptyDraft, id, []), models }
    assert.deepEqual(judgeDraft(draft, []), {}, id)
    assert.ok(saveProviderInput.safeParse(bodyOf(draft)).success, id)
  }
})

test('[UIV2] a provider that is set already goes by its vendor, else by its address', () => {
  assert.equal(presetOf({ kind: 'anthropic', baseUrl: '' }), 'anthropic')
  assert.equal(presetOf({ kind: 'openai', baseUrl: 'https://proxy.example.org/v1' }), 'openai')
  assert.equal(presetOf({ kind, baseUrl: presets.vllm.baseUrl }), 'vllm')
  assert.equal(presetOf({ kind, baseUrl: 'https://api.openai.com/v1' }), 'custom')
})
