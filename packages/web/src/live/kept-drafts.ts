// What one has begun and not sent, kept in this browser for each person and session: the text, and the files that the
// server has already. A file that nobody sent is forgotten there after a day, and so it is here.

import { type AttachmentJson, limits } from '@heddle/contract'
import { keptFiles } from './live.at-build.ts'
import type { KeptStore } from './outbox.ts'

export interface KeptDrafts {
  text(owner: string, sessionId: string): string
  setText(owner: string, sessionId: string, text: string): void
  files(owner: string, sessionId: string): readonly AttachmentJson[]
  setFiles(owner: string, sessionId: string, files: readonly AttachmentJson[]): void
}

export function draftName(owner: string, sessionId: string): string {
  return `heddle.draft.${owner}.${sessionId}`
}

function filesName(owner: string, sessionId: string): string {
  return `heddle.draft-files.${owner}.${sessionId}`
}

export function createKeptDrafts(store: KeptStore | undefined, now: () => number): KeptDrafts {
  return {
    text: (owner, sessionId) => read(store, draftName(owner, sessionId)),
    setText: (owner, sessionId, text) => write(store, draftName(owner, sessionId), text),
    files(owner, sessionId) {
      const kept = parse(read(store, filesName(owner, sessionId)))
      return kept === undefined || now() - kept.at > limits.filesUnusedKeptMs ? [] : kept.files
    },
    setFiles(owner, sessionId, files) {
      const text = files.length === 0 ? '' : JSON.stringify({ at: now(), files })
      write(store, filesName(owner, sessionId), text)
    },
  }
}

function parse(text: string): { at: number; files: AttachmentJson[] } | undefined {
  try {
    const { data } = keptFiles.safeParse(JSON.parse(text))
    return data && data.files.length <= limits.attachmentsMax ? data : undefined
  } catch {
    return undefined
  }
}

function read(store: KeptStore | undefined, name: string): string {
  try {
    return store?.getItem(name) ?? ''
  } catch {
    return ''
  }
}

function write(store: KeptStore | undefined, name: string, text: string): void {
  try {
    if (text === '') store?.removeItem(name)
    else store?.setItem(name, text)
  } catch {
    // Full or forbidden: it is still on the page, only a reload would lose it.
  }
}
