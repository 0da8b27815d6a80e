// Says on the root element that a phone's keyboard is open, and how much of the page it leaves. Browsers differ in
// whether the page shrinks by itself; the visible height is the same for all.

import { useEffect } from 'react'
import { isKeyboardOpen } from './choose-layout.ts'

export function useScreenKeyboard(): void {
  useEffect(() => {
    const view = window.visualViewport
    const root = document.documentElement
    if (!view) return
    let highest = { width: 0, height: 0 }
    const look = () => {
      const height = view.height * view.scale
      // Turned around, the page has another height.
      if (highest.width !== window.innerWidth) highest = { width: window.innerWidth, height }
      highest.height = Math.max(highest.height, height)
      const isOpen = isKeyboardOpen(height, highest.height, isInField())
      root.toggleAttribute('data-keyboard', isOpen)
      if (isOpen) root.style.setProperty('--seen-height', `${view.height}px`)
      else root.style.removeProperty('--seen-height')
    }
    view.addEventListener('resize', look)
    document.addEventListener('focusin', look)
    return () => {
      view.removeEventListener('resize', look)
      document.removeEventListener('focusin', look)
      root.removeAttribute('data-keyboard')
      root.style.removeProperty('--seen-height')
    }
  }, [])
}

function isInField(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable]') ?? false
}
