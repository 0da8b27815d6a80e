// What an account remembers, kept in memory: for tests and benchmarks of a channel without a database.

import type { ChannelNotes } from '@heddle/gateway/channel'

export function createMemoryNotes(kept = new Map<string, string>()): ChannelNotes {
  return {
    read: async (name) => kept.get(name),
    list: async (prefix) => new Map([...kept].filter(([name]) => name.startsWith(prefix))),
    write: async (name, value) => void kept.set(name, value),
    forget: async (name) => void kept.delete(name),
  }
}
