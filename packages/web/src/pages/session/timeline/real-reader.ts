// Hears when the reader does something that may move a part of the page that scrolls: by wheel, finger, pointer or keys.
// Keys count wherever they are pressed, for searching in the page moves it too; not where one types. The focus does not:
// the page itself gives it away, too.

const inside = ['wheel', 'touchmove', 'pointerdown'] as const

export function watchReader(view: HTMLElement, acted: () => void): () => void {
  const pressed = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null
    if (!isTyping || event.ctrlKey || event.metaKey) acted()
  }
  for (const name of inside) view.addEventListener(name, acted, { passive: true })
  window.addEventListener('keydown', pressed, { passive: true })
  return () => {
    for (const name of inside) view.removeEventListener(name, acted)
    window.removeEventListener('keydown', pressed)
  }
}
