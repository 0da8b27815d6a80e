// Runs before the first paint, so that a chosen theme or density does not flash in late. It only reads what
// src/appearance/appearance.ts wrote; the gallery may name a theme in its address.
;(() => {
  const root = document.documentElement
  const stored = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const inGallery = location.pathname.startsWith('/gallery')
  const asked = inGallery ? new URLSearchParams(location.search) : new URLSearchParams()
  const theme = asked.get('theme') ?? stored('heddle.theme')
  const density = asked.get('density') ?? stored('heddle.density')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (density === 'compact') root.dataset.density = density
})()
