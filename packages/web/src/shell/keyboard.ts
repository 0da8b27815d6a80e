// Which single keys one chose, kept in this browser: keyboards differ more than people do.

import { z } from 'zod'
import { judgeKeys, type KeyChoice, type ShortcutId, shortcutIds } from './shortcuts.ts'

export interface KeyboardStore {
  read(): KeyChoice
  write(choice: KeyChoice): void
  subscribe(listener: () => void): () => void
}

const name = 'heddle.keys'
const keptShape = z.object({ areOn: z.boolean(), keys: z.partialRecord(z.enum(shortcutIds), z.string()) })
const plain: KeyChoice = { areOn: true, keys: {} }

export function createKeyboard(store: Pick<Storage, 'getItem' | 'setItem'> | undefined): KeyboardStore {
  const listeners = new Set<() => void>()
  let choice = readKept(store)
  return {
    read: () => choice,
    write(next) {
      choice = next
      try {
        store?.setItem(name, JSON.stringify(next))
      } catch {
        // Full or forbidden: the choice then holds until the page is left.
      }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What an older or a newer page left behind, as far as it makes sense here. */
function readKept(store: Pick<Storage, 'getItem'> | undefined): KeyChoice {
  try {
    const { data } = keptShape.safeParse(JSON.parse(store?.getItem(name) ?? 'null'))
    return data ? sane(data) : plain
  } catch {
    return plain
  }
}

function sane({ areOn, keys }: { areOn: boolean; keys: Partial<Record<ShortcutId, string>> }): KeyChoice {
  let choice: KeyChoice = { areOn, keys: {} }
  for (const id of shortcutIds) {
    const wanted = keys[id]
    if (wanted !== undefined && judgeKeys(id, wanted, choice) === undefined)
      choice = { areOn, keys: { ...choice.keys, [id]: wanted } }
  }
  return choice
}
