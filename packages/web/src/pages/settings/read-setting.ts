// Turns a setting into the text of a field and back. Whether a text is a number is told by the setting's default,
// which the contract knows; what the server has and this page does not know is shown and left alone.

import type { SettingJson } from '@heddle/contract'
import { knownSettings } from './settings.at-build.ts'

export type SettingKind = 'text' | 'number' | 'unknown'

export function kindOf(key: string): SettingKind {
  const known = Object.entries(knownSettings).find(([candidate]) => candidate === key)
  if (!known) return 'unknown'
  return typeof known[1].default === 'number' ? 'number' : 'text'
}

export function textOf({ key, value }: Pick<SettingJson, 'key' | 'value'>): string {
  if (kindOf(key) === 'unknown') return JSON.stringify(value) ?? ''
  return value === null || value === undefined ? '' : String(value)
}

/** An emptied number goes back to its default; anything that is no number is sent as it is, for the server to name. */
export function valueOf(key: string, text: string): unknown {
  if (kindOf(key) !== 'number') return text.trim()
  if (text.trim() === '') return null
  const number = Number(text)
  return Number.isFinite(number) ? number : text.trim()
}

/** What differs from what the server has; keys set in the file are never among it. */
export function changesOf(
  items: readonly SettingJson[],
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const item of items) {
    const text = texts[item.key]
    if (text === undefined || item.source === 'file' || kindOf(item.key) === 'unknown') continue
    if (text.trim() !== textOf(item)) changes[item.key] = valueOf(item.key, text)
  }
  return changes
}
