import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeKeys, type KeyChoice, keysOf, type Press, readPress, shortcuts } from './shortcuts.ts'
import { chooseShortcuts, wordsOfKeys } from './show-shortcuts.ts'

const plain: KeyChoice = { areOn: true, keys: {} }
const press = (key: string, over: Partial<Press> = {}): Press => ({
  key,
  ctrl: false,
  meta: false,
  alt: false,
  shift: false,
  isComposing: false,
  isTaken: false,
  ...over,
})
const read = (one: Press, choice = plain, isMac = false) => readPress(one, undefined, choice, 0, isMac)
const nothing = { kind: 'nothing' }

test('[UIK1] the palette opens with ⌘K on a Mac and with Ctrl+K elsewhere, also where one types', () => {
  const palette = { kind: 'shortcut', id: 'palette' }
  assert.deepEqual(read(press('k', { ctrl: true, isTaken: true })), palette)
  assert.deepEqual(read(press('k', { meta: true }), plain, true), palette)
  assert.deepEqual(read(press('k', { meta: true })), nothing)
  assert.deepEqual(read(press('k', { ctrl: true }), plain, true), nothing)
  assert.deepEqual(read(press('K', { ctrl: true })), palette)
  assert.deepEqual(read(press('F6', { shift: true })), { kind: 'shortcut', id: 'previous-region' })
})

test('[UIK1] a single key does nothing in a field, with a modifier, or while a word is composed', () => {
  assert.deepEqual(read(press('c')), { kind: 'shortcut', id: 'new-session' })
  assert.deepEqual(read(press('?', { shift: true })), { kind: 'shortcut', id: 'help' })
  for (const over of [
    { isTaken: true },
    { ctrl: true },
    { meta: true },
    { alt: true },
    { isComposing: true },
  ])
    assert.deepEqual(read(press('c', over)), nothing)
  assert.deepEqual(read(press('k', { ctrl: true, isComposing: true })), nothing)
})

test('[UIK1] two presses in a row are one shortcut, if the second follows in time', () => {
  const first = readPress(press('g'), undefined, plain, 100, false)
  assert.deepEqual(first, { kind: 'begun', begun: { key: 'g', at: 100 } })
  const begun = { key: 'g', at: 100 }
  assert.deepEqual(readPress(press('s'), begun, plain, 1_300, false), { kind: 'shortcut', id: 'go-sessions' })
  assert.deepEqual(readPress(press('s'), begun, plain, 1_301, false), nothing)
  // Not the shortcut that the second key would be alone.
  assert.deepEqual(readPress(press('c'), begun, plain, 200, false), nothing)
})

test('[UIK2] single keys can be turned off and changed; the chords stay', () => {
  const off: KeyChoice = { areOn: false, keys: {} }
  assert.deepEqual(read(press('c'), off), nothing)
  assert.deepEqual(read(press('k', { ctrl: true }), off), { kind: 'shortcut', id: 'palette' })
  const changed: KeyChoice = { areOn: true, keys: { 'new-session': 'n' } }
  assert.deepEqual(read(press('n'), changed), { kind: 'shortcut', id: 'new-session' })
  assert.deepEqual(read(press('c'), changed), nothing)
})

test('[UIK2] keys that are taken, hidden by others or no keys at all are refused with the reason', () => {
  assert.equal(judgeKeys('new-session', 'n', plain), undefined)
  assert.equal(judgeKeys('new-session', 'c', plain), undefined)
  assert.equal(judgeKeys('new-session', 'x y', plain), undefined)
  assert.deepEqual(judgeKeys('new-session', 'j', plain), { kind: 'taken', by: 'list-next' })
  assert.deepEqual(judgeKeys('new-session', 'g', plain), { kind: 'hides', by: 'go-home' })
  assert.deepEqual(judgeKeys('new-session', 'j x', plain), { kind: 'hides', by: 'list-next' })
  for (const keys of ['', ' ', 'ab', 'a b c', 'a  b'])
    assert.deepEqual(judgeKeys('help', keys, plain), { kind: 'malformed' })
})

test('[UIK1] no two shortcuts of the table have the same keys, and none hides another', () => {
  for (const shortcut of shortcuts.filter(({ isSingle }) => isSingle))
    assert.equal(judgeKeys(shortcut.id, keysOf(shortcut, plain), plain), undefined, shortcut.id)
})

test('[UIK1] keys are written as they stand on the keyboard', () => {
  assert.deepEqual(wordsOfKeys('mod+k', true), ['⌘', 'K'])
  assert.deepEqual(wordsOfKeys('mod+k', false), ['Ctrl', 'K'])
  assert.deepEqual(wordsOfKeys('shift+F6', false), ['Shift', 'F6'])
  assert.deepEqual(wordsOfKeys('g s', false), ['G', 'S'])
  assert.deepEqual(wordsOfKeys('?', false), ['?'])
})

test('[COL1] without an inbox none of its keys is shown', () => {
  const ids = chooseShortcuts(false).map(({ id }) => id)
  assert.equal(
    ids.some((id) => id.includes('inbox')),
    false,
  )
  assert.equal(chooseShortcuts(true).length, ids.length + 3)
})
