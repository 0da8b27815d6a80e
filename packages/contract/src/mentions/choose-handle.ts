// Which handle a mention means, of what was written after its "@". Pure.

import { normalizeHandle, reservedHandles } from '../handle.ts'
import { limits } from '../limits.ts'
import { mentionLimits } from './mention-limits.ts'
import { beginsNoSpaceWord } from './scripts.ts'

export interface ChosenHandle {
  handle: string
  known: boolean
  /** How many of the characters that were written belong to it. */
  length: number
}

/** Undefined if nobody is meant: a reserved word, or more than a handle can hold. */
export function chooseHandle(
  written: string,
  isMember: (handle: string) => boolean,
): ChosenHandle | undefined {
  const length = lengthWithoutTail(written)
  const handle = asHandle(written.slice(0, length))
  if (handle !== undefined && reservedHandles.has(handle)) return undefined
  const whole = handle === undefined ? undefined : chooseWhole(written, handle, length, isMember)
  if (whole) return whole
  const beginning = chooseBeginning(written, isMember)
  if (beginning) return reservedHandles.has(beginning.handle) ? undefined : beginning
  return handle === undefined ? undefined : { handle, known: false, length }
}

/** With what a sentence may end in, as long as somebody is called so, then with less and less of it. */
function chooseWhole(
  written: string,
  handle: string,
  length: number,
  isMember: (handle: string) => boolean,
): ChosenHandle | undefined {
  const tail = written.slice(length, length + limits.handleCharsMax - handle.length)
  for (let taken = tail.length; taken >= 0; taken -= 1) {
    const candidate = handle + tail.slice(0, taken)
    if (isMember(candidate)) return { handle: candidate, known: true, length: length + taken }
  }
  return undefined
}

/** "@王芳你好" means 王芳: nothing but the members says where the name ends. */
function chooseBeginning(written: string, isMember: (handle: string) => boolean): ChosenHandle | undefined {
  for (const { handle, length } of beginningsOf(written).reverse()) {
    if (reservedHandles.has(handle) || isMember(handle)) return { handle, known: true, length }
  }
  return undefined
}

/** What stands before each character that may begin a word. It grows by parts, so that none is normalized twice. */
function beginningsOf(written: string): { handle: string; length: number }[] {
  const beginnings: { handle: string; length: number }[] = []
  let handle = ''
  let start = 0
  let at = 0
  for (const char of written.slice(0, mentionLimits.writtenHandleCharsMax + 1)) {
    if (at > 0 && beginsNoSpaceWord(char)) {
      handle += normalizeHandle(written.slice(start, at))
      if (handle.length > limits.handleCharsMax) break
      beginnings.push({ handle, length: at })
      start = at
    }
    at += char.length
  }
  return beginnings
}

function lengthWithoutTail(written: string): number {
  let length = written.length
  while (length > 0 && '._-'.includes(written.charAt(length - 1))) length -= 1
  return length
}

function asHandle(written: string): string | undefined {
  if (written.length > mentionLimits.writtenHandleCharsMax) return undefined
  const handle = normalizeHandle(written)
  return handle.length > limits.handleCharsMax ? undefined : handle
}
