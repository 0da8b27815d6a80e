// Tells the style sheets how high the place where one writes is just now, so that what is said at the bottom edge stands
// above it, however far it has grown.

import { useEffect } from 'react'

export function usePlaceAbove(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    const root = document.documentElement
    const composer = document.querySelector('[data-region="composer"]')
    const place = () => {
      const top = composer?.getBoundingClientRect().top
      const height = top === undefined ? 0 : Math.max(0, window.innerHeight - top)
      root.style.setProperty('--above', `${height}px`)
    }
    place()
    const watch = new ResizeObserver(place)
    watch.observe(root)
    if (composer) watch.observe(composer)
    return () => watch.disconnect()
  }, [isShown])
}
