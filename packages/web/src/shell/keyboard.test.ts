import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyboard } from './keyboard.ts'

function storeWith(text: string | null) {
  const kept = { text }
  return { kept, getItem: () => kept.text, setItem: (_: string, value: string) => void (kept.text = value) }
}

test('[UIK2] what one chose is there again after a reload, and listeners hear of it', () => {
  const store = storeWith(null)
  const keyboard = createKeyboard(store)
  let heard = 0
  keyboard.subscribe(() => (heard += 1))
  keyboard.write({ areOn: false, keys: { help: 'h' } })
  assert.equal(heard, 1)
  assert.deepEqual(createKeyboard(store).read(), { areOn: false, keys: { help: 'h' } })
})

test('[UIK2] what makes no sense is left out, and broken text changes nothing', () => {
  const kept = JSON.stringify({ areOn: true, keys: { help: 'j', 'new-session': 'n' } })
  assert.deepEqual(createKeyboard(storeWith(kept)).read(), { areOn: true, keys: { 'new-session': 'n' } })
  for (const text of ['{', '{"areOn":1}', 'null', '{"areOn":true,"keys":{"nonsense":"x"}}'])
    assert.deepEqual(createKeyboard(storeWith(text)).read(), { areOn: true, keys: {} })
})

test('[UIK2] a browser that keeps nothing still follows the choice until the page is left', () => {
  const refuse = (): never => {
    throw new Error('forbidden')
  }
  const keyboard = createKeyboard({ getItem: refuse, setItem: refuse })
  keyboard.write({ areOn: false, keys: {} })
  assert.equal(keyboard.read().areOn, false)
})
