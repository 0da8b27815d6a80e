// Whether the page is seen. Leaving it for good hides it, too, but then there is nobody to draw for: the next page would
// only come later.

export function isPageSeen(): boolean {
  return document.visibilityState === 'visible'
}

export function watchPageSeen(listener: () => void): () => void {
  let isLeaving = false
  const leave = () => {
    isLeaving = true
  }
  const comeBack = () => {
    isLeaving = false
    listener()
  }
  const look = () => {
    if (!isLeaving) listener()
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', comeBack)
  document.addEventListener('visibilitychange', look)
  return () => {
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', comeBack)
    document.removeEventListener('visibilitychange', look)
  }
}
