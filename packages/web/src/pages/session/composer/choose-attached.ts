// Which of the files that someone chose, dropped or pasted can go along, and why the others cannot.

import { limits } from '@heddle/contract'
import type { CallError } from '../../../api/call-error.ts'

export interface Attached<F> {
  taken: readonly F[]
  tooLarge: readonly F[]
  empty: readonly F[]
  /** How many more there were than a message takes. */
  tooMany: number
}

export function chooseAttached<F extends { size: number }>(
  already: number,
  files: readonly F[],
): Attached<F> {
  const fits = files.filter((file) => file.size > 0 && file.size <= limits.fileBytesMax)
  const room = Math.max(0, limits.attachmentsMax - already)
  return {
    taken: fits.slice(0, room),
    tooLarge: files.filter((file) => file.size > limits.fileBytesMax),
    empty: files.filter((file) => file.size === 0),
    tooMany: Math.max(0, fits.length - room),
  }
}

/** A table copied from a spreadsheet comes as text and as a picture of it: the text is meant. */
export function isFilePaste(types: readonly string[], files: number): boolean {
  return files > 0 && !types.includes('text/plain')
}

/** The same file would be refused for the same reason: it can only be taken away. */
export function mayUploadAgain({ code }: Pick<CallError, 'code'>): boolean {
  return code !== 'bad_input' && code !== 'too_large' && code !== 'unsupported_media_type'
}
