// What the Enter key does in the composer. On a keyboard on the screen it begins a new line, because nothing else does.

export interface PressedKey {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** True while an input method is still putting a word together: its Enter takes the word. */
  isComposing: boolean
  keyCode: number
}

export function chooseEnter(pressed: PressedKey, isTouch: boolean): 'send' | 'steer' | undefined {
  if (pressed.key !== 'Enter' || pressed.isComposing || pressed.keyCode === 229) return undefined
  if (pressed.shiftKey || pressed.altKey) return undefined
  if (pressed.ctrlKey || pressed.metaKey) return 'steer'
  return isTouch ? undefined : 'send'
}
