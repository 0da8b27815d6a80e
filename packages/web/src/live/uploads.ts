// The files that will go along with a message, for each session: on their way to the server, there, or not. They go on
// while one looks at another page. A message that was sent meanwhile is held until all of them are there.

import { type AttachmentJson, limits } from '@heddle/contract'
import { CallError } from '../api/call-error.ts'
import type { KeptDrafts } from './kept-drafts.ts'
import type { MessageMode, SaidTo } from './outbox.ts'

export interface ChosenFile {
  name: string
  mediaType: string
  content: Blob
}

interface Named {
  id: string
  name: string
  mediaType: string
  bytes: number
  /** A small picture of it, as an address; absent while it is drawn and for what is no image. */
  picture?: string
}

export type Upload = Named &
  (
    | { state: 'waiting' }
    | { state: 'uploading'; part: number }
    | { state: 'failed'; problem: CallError }
    | { state: 'done'; file: AttachmentJson }
  )

/** Sent while files were still on their way. */
export interface HeldMessage {
  text: string
  mode: MessageMode
  focus?: SaidTo | undefined
}

export interface Uploads {
  /** Of whoever is signed in; what another left is given up. */
  enter(owner: string): void
  leave(): void
  of(sessionId: string): readonly Upload[]
  add(sessionId: string, files: readonly ChosenFile[]): void
  /** Files that the server has already, at this place among the others. */
  adopt(sessionId: string, files: readonly AttachmentJson[], at?: number): void
  retry(sessionId: string, id: string): void
  /** Tries again what failed because nobody answered. */
  wake(): void
  remove(sessionId: string, id: string): void
  /** What the server has goes with a message: nothing of it stays here. */
  clear(sessionId: string): void
  held(sessionId: string): HeldMessage | null
  hold(sessionId: string, message: HeldMessage): void
  release(sessionId: string): void
  subscribe(listener: () => void): () => void
}

export interface UploadDeps {
  newId(): string
  kept: KeptDrafts
  send(
    file: ChosenFile,
    how: { key: string; signal: AbortSignal; progress(part: number): void },
  ): Promise<AttachmentJson>
  /** Undefined when it cannot be drawn. */
  draw(file: ChosenFile): Promise<string | undefined>
  /** False when too much waits to be sent already. */
  say(message: HeldMessage & { sessionId: string; attachments: readonly AttachmentJson[] }): boolean
}

interface Tray {
  uploads: readonly Upload[]
  held: HeldMessage | null
}

interface Work {
  file: ChosenFile
  /** The same at each try: the server keeps one file. */
  key: string
  abort: AbortController
}

/** Below what the server allows, because another tab may upload too. */
const atOnceMax = limits.uploadsAtOncePerPersonMax - 1

export function createUploads(deps: UploadDeps): Uploads {
  const listeners = new Set<() => void>()
  const trays = new Map<string, Tray>()
  const work = new Map<string, Work>()
  let owner: string | undefined

  function trayOf(sessionId: string): Tray {
    const known = trays.get(sessionId)
    if (known !== undefined) return known
    const files = owner === undefined ? [] : deps.kept.files(owner, sessionId)
    const tray: Tray = { uploads: files.map(doneOf), held: null }
    trays.set(sessionId, tray)
    return tray
  }

  function set(sessionId: string, changes: Partial<Tray>): void {
    const before = trayOf(sessionId)
    const tray = { ...before, ...changes }
    trays.set(sessionId, tray)
    const files = filesOf(tray.uploads)
    if (owner !== undefined && files.length + filesOf(before.uploads).length > 0)
      deps.kept.setFiles(owner, sessionId, files)
    for (const listener of listeners) listener()
  }

  function change(sessionId: string, id: string, make: (upload: Upload) => Upload): void {
    const { uploads } = trayOf(sessionId)
    if (uploads.some((upload) => upload.id === id))
      set(sessionId, { uploads: uploads.map((upload) => (upload.id === id ? make(upload) : upload)) })
  }

  /** Begins as many as may be under way, the oldest first, whatever session they are for. */
  function startWaiting(): void {
    let isUnderWay = 0
    for (const { uploads } of trays.values())
      isUnderWay += uploads.filter((upload) => upload.state === 'uploading').length
    for (const [sessionId, { uploads }] of trays) {
      for (const upload of uploads) {
        if (upload.state !== 'waiting') continue
        if (isUnderWay >= atOnceMax) return
        isUnderWay += 1
        void start(sessionId, upload)
      }
    }
  }

  async function start(sessionId: string, upload: Upload): Promise<void> {
    const job = work.get(upload.id)
    if (job === undefined) return
    const { signal } = job.abort
    change(sessionId, upload.id, (now) => ({ ...named(now), state: 'uploading', part: 0 }))
    try {
      const file = await deps.send(job.file, {
        key: job.key,
        signal,
        progress: (part) => {
          if (!signal.aborted)
            change(sessionId, upload.id, (now) => (now.state === 'uploading' ? { ...now, part } : now))
        },
      })
      if (signal.aborted) return
      work.delete(upload.id)
      change(sessionId, upload.id, (now) => ({ ...named(now), state: 'done', file }))
    } catch (error) {
      if (signal.aborted) return
      const problem = error instanceof CallError ? error : new CallError('not_understood', String(error))
      change(sessionId, upload.id, (now) => ({ ...named(now), state: 'failed', problem }))
      // Whether it goes without this one is not ours to decide.
      set(sessionId, { held: null })
    }
    startWaiting()
    sayHeld(sessionId)
  }

  async function draw(sessionId: string, id: string, file: ChosenFile): Promise<void> {
    const picture = await deps.draw(file)
    if (picture !== undefined) change(sessionId, id, (now) => ({ ...now, picture }))
  }

  function sayHeld(sessionId: string): void {
    const { uploads, held } = trayOf(sessionId)
    if (held === null || uploads.some((upload) => upload.state !== 'done')) return
    // All of its files were removed, and it was nothing but files.
    if (uploads.length === 0 && held.text.trim() === '') return set(sessionId, { held: null })
    const isSaid = deps.say({ ...held, sessionId, attachments: filesOf(uploads) })
    if (!isSaid) return set(sessionId, { held: null })
    if (owner !== undefined) deps.kept.setText(owner, sessionId, '')
    set(sessionId, { uploads: [], held: null })
  }

  function giveUp(id: string): void {
    work.get(id)?.abort.abort()
    work.delete(id)
  }

  function retry(sessionId: string, isMeant: (upload: Upload) => boolean): void {
    const { uploads } = trayOf(sessionId)
    const again = uploads.map(
      (upload): Upload =>
        upload.state === 'failed' && isMeant(upload) ? { ...named(upload), state: 'waiting' } : upload,
    )
    set(sessionId, { uploads: again })
  }

  function leave(): void {
    for (const id of work.keys()) giveUp(id)
    owner = undefined
    trays.clear()
    for (const listener of listeners) listener()
  }

  return {
    enter(person) {
      if (owner === person) return
      // Also what was asked for before anyone came: it is read anew, with what is kept.
      leave()
      owner = person
      for (const listener of listeners) listener()
    },
    leave,
    of: (sessionId) => trayOf(sessionId).uploads,
    add(sessionId, files) {
      const added = files.map((file) => {
        const id = deps.newId()
        work.set(id, { file, key: id, abort: new AbortController() })
        return { file, upload: waitingOf(id, file) }
      })
      set(sessionId, { uploads: [...trayOf(sessionId).uploads, ...added.map(({ upload }) => upload)] })
      for (const { file, upload } of added) void draw(sessionId, upload.id, file)
      startWaiting()
    },
    adopt(sessionId, files, at) {
      const { uploads } = trayOf(sessionId)
      const known = new Set(filesOf(uploads).map((file) => file.id))
      const fresh = files
        .filter((file) => !known.has(file.id))
        .slice(0, limits.attachmentsMax - uploads.length)
      set(sessionId, { uploads: uploads.toSpliced(at ?? uploads.length, 0, ...fresh.map(doneOf)) })
    },
    retry(sessionId, id) {
      retry(sessionId, (upload) => upload.id === id)
      startWaiting()
    },
    wake() {
      for (const sessionId of trays.keys())
        retry(sessionId, (upload) => upload.state === 'failed' && upload.problem.code === 'unreachable')
      startWaiting()
    },
    remove(sessionId, id) {
      giveUp(id)
      set(sessionId, { uploads: trayOf(sessionId).uploads.filter((upload) => upload.id !== id) })
      startWaiting()
      sayHeld(sessionId)
    },
    clear(sessionId) {
      for (const { id } of trayOf(sessionId).uploads) giveUp(id)
      set(sessionId, { uploads: [], held: null })
    },
    held: (sessionId) => trayOf(sessionId).held,
    hold(sessionId, message) {
      set(sessionId, { held: message })
      sayHeld(sessionId)
    },
    release: (sessionId) => set(sessionId, { held: null }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function filesOf(uploads: readonly Upload[]): AttachmentJson[] {
  return uploads.flatMap((upload) => (upload.state === 'done' ? [upload.file] : []))
}

function waitingOf(id: string, { name, mediaType, content }: ChosenFile): Upload {
  return { id, name, mediaType, bytes: content.size, state: 'waiting' }
}

function doneOf(file: AttachmentJson): Upload {
  const { id, name, mediaType, bytes } = file
  return { id, name, mediaType, bytes, state: 'done', file }
}

/** Without what belonged to the state that it leaves. */
function named({ id, name, mediaType, bytes, picture }: Upload): Named {
  return { id, name, mediaType, bytes, ...(picture === undefined ? {} : { picture }) }
}
