import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { actions, refusalCodes, settingKeys } from '@heddle/contract'
import { accountStrings } from './account-strings.ts'
import { channelStrings, linkStrings } from './channel-strings.ts'
import { dialogStrings } from './dialog-strings.ts'
import { discussionStrings } from './discussion-strings.ts'
import { galleryStrings } from './gallery-strings.ts'
import { inboxPageStrings } from './inbox-page-strings.ts'
import { joinStrings, signInStrings } from './join-strings.ts'
import { keyboardStrings } from './keyboard-strings.ts'
import { inviteStrings, memberStrings } from './member-strings.ts'
import { mentionStrings } from './mention-strings.ts'
import { agentStrings, modelStrings } from './models-strings.ts'
import { notificationStrings } from './notification-strings.ts'
import { paletteStrings } from './palette-strings.ts'
import { placeStrings } from './place-strings.ts'
import { runStrings } from './run-strings.ts'
import { searchStrings } from './search-strings.ts'
import { strings } from './strings.ts'
import { settingStrings } from './settings-strings.ts'
import { serverStrings, toolStrings } from './tool-strings.ts'
import { treePanelStrings } from './tree-panel-strings.ts'
import { usageStrings } from './usage-strings.ts'

const folder = import.meta.dirname

function components(): { file: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.startsWith(join('gallery', 'fixtures')))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
}

/** Words between tags, and words in the attributes that people read or hear. */
function wordsIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const between = [
    ...code.matchAll(/<[a-zA-Z][\w.]*(?:\s[^<>]*?)?(?<!\/)>\s*([A-Za-z][^<>{}=;()]*?)\s*<\/?/g),
  ].map((m) => m[1])
  const attributes = [
    ...code.matchAll(/\b(?:label|title|placeholder|hint|about|alt|aria-label)="([^"]*[A-Za-z][^"]*)"/g),
  ].map((m) => m[1])
  return [...between, ...attributes].filter((found) => found !== undefined)
}

test('[I18N1] no component holds a word of its own; all stand in the catalogue', () => {
  const found = components().flatMap(({ file, text }) => wordsIn(text).map((words) => `${file}: ${words}`))
  assert.deepEqual(found, [])
})

test('[I18N1] the search for words finds those that do not belong', () => {
  assert.deepEqual(wordsIn('<p>Nothing here</p>'), ['Nothing here'])
  assert.deepEqual(wordsIn('<p className={styles.x}>\n  Nothing here\n</p>'), ['Nothing here'])
  assert.deepEqual(wordsIn('<Button aria-label="Close it" />'), ['Close it'])
  assert.deepEqual(wordsIn('<p>{strings.list.loadMore}</p> // a word'), [])
})

test('[I18N1] copy is calm: no exclamation mark and no “Oops”', () => {
  const apart = [
    accountStrings,
    agentStrings,
    channelStrings,
    dialogStrings,
    discussionStrings,
    galleryStrings,
    inboxPageStrings,
    inviteStrings,
    joinStrings,
    keyboardStrings,
    linkStrings,
    memberStrings,
    mentionStrings,
    modelStrings,
    notificationStrings,
    paletteStrings,
    placeStrings,
    runStrings,
    searchStrings,
    serverStrings,
    settingStrings,
    signInStrings,
    toolStrings,
    treePanelStrings,
    usageStrings,
  ]
  for (const text of everyText([strings, ...apart])) {
    assert.doesNotMatch(text, /!|oops/i, text)
  }
})

test('[I18N1] every setting has a label, and every explained refusal is one that exists', () => {
  for (const key of settingKeys) assert.ok(settingStrings.team.labels[key], key)
  const known: string[] = [...refusalCodes, 'unreachable', 'not_understood']
  for (const code of Object.keys(strings.errors.byCode)) assert.ok(known.includes(code), code)
  const actionNames: readonly string[] = actions
  for (const action of Object.keys(settingStrings.audit.actions))
    assert.ok(actionNames.includes(action), action)
})

/** All fixed texts, and those made from arguments, with stand-ins for what they take. */
function everyText(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return everyText(value('x', 'y', false))
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(everyText)
  return []
}
