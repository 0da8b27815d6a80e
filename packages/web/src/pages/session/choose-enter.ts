// What the Enter key does in the composer.

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

export function chooseEnter(pressed: PressedKey): 'send' | 'steer' | undefined {
  if (pressed.key !== 'Enter' || pressed.isComposing || pressed.keyCode === 229) return undefined
  if (pressed.shiftKey || pressed.altKey) return undefined
  return pressed.ctrlKey || pressed.metaKey ? 'steer' : 'send'
}
