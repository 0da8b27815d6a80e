// Brings files to the message: chosen, dropped or pasted, judged before anything is sent, named, and put on their way.

import { limits } from '@heddle/contract'
import { useSyncExternalStore } from 'react'
import { useFormat } from '../../../format/format-context.tsx'
import { knownTimeZone } from '../../../format/format.ts'
import { useLive } from '../../../live/live-context.tsx'
import type { HeldMessage, Upload } from '../../../live/uploads.ts'
import { useMe } from '../../../me/me-context.tsx'
import { strings } from '../../../strings.ts'
import { chooseAttached } from './choose-attached.ts'
import { chooseUploadName } from './choose-upload-name.ts'

export interface Attaching {
  uploads: readonly Upload[]
  held: HeldMessage | null
  attach(files: readonly File[], folders?: readonly string[]): void
  paste(files: readonly File[]): void
}

export function useAttaching(sessionId: string, onProblem: (words: string) => void): Attaching {
  const { uploads: store } = useLive()
  const format = useFormat()
  const me = useMe()
  const uploads = useSyncExternalStore(store.subscribe, () => store.of(sessionId))
  const held = useSyncExternalStore(store.subscribe, () => store.held(sessionId))
  const words = strings.composer.files

  const bring = (files: readonly File[], pastedAt: string | undefined, folders: readonly string[] = []) => {
    const { taken, tooLarge, empty, tooMany } = chooseAttached(uploads.length, files)
    const names = uploads.map(({ name }) => name)
    const chosen = taken.map((file) => {
      const name = chooseUploadName(file, pastedAt, names)
      names.push(name)
      return { name, mediaType: file.type, content: file }
    })
    if (chosen.length > 0) store.add(sessionId, chosen)
    const problems = [
      ...tooLarge.map(({ name, size }) =>
        words.tooLarge(name, format.size(size), format.size(limits.fileBytesMax)),
      ),
      ...empty.map(({ name }) => words.empty(name)),
      ...folders.map(words.folder),
      ...(tooMany > 0 ? [words.tooMany(tooMany, limits.attachmentsMax)] : []),
    ]
    if (problems.length > 0) onProblem(problems.join(' '))
  }
  return {
    uploads,
    held,
    attach: (files, folders) => bring(files, undefined, folders),
    paste: (files) => bring(files, minuteIn(me.timeZone), []),
  }
}

/** "14-02", where the reader is: it stands in the name of a file. */
function minuteIn(zone: string | null): string {
  const timeZone = knownTimeZone(zone)
  const format = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  return format.format(new Date()).replace(':', '-')
}
