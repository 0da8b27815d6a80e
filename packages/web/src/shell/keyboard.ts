// Which single keys one chose, kept in this browser: keyboards differ more than people do.

import { keptKeys } from './keyboard.at-build.ts'
import { judgeKeys, type KeyChoice, shortcutIds } from './shortcuts.ts'

export interface KeyboardStore {
  read(): KeyChoice
  write(choice: KeyChoice): void
  subscribe(listener: () => void): () => void
}

const name = 'heddle.keys'
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
    const { data } = keptKeys.safeParse(JSON.parse(store?.getItem(name) ?? 'null'))
    return data ? sane(data) : plain
  } catch {
    return plain
  }
}

function sane({ areOn, keys }: { areOn: boolean; keys: Readonly<Record<string, string>> }): KeyChoice {
  let choice: KeyChoice = { areOn, keys: {} }
  for (const id of shortcutIds) {
    const wanted = keys[id]
    if (wanted !== undefined && judgeKeys(id, wanted, choice) === undefined)
      choice = { areOn, keys: { ...choice.keys, [id]: wanted } }
  }
  return choice
}
