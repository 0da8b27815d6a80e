// Brings in public/sw.js, with which the app opens without a network. A browser that has none, or an address without
// https, goes without.

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Long after the page itself, which needs the network and the processor more.
  const later = () => setTimeout(register, registerAfterMs)
  // The app itself may come after everything else.
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later)
}

const registerAfterMs = 3_000

function register(): void {
  navigator.serviceWorker.register('/sw.js').then(
    () => tellWhatIsLoaded(),
    // Forbidden by the browser's settings, or no safe address: the app works all the same.
    () => {},
  )
}

/** What was loaded before the worker was there has not gone through its hands. */
async function tellWhatIsLoaded(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter((url) => url.origin === window.location.origin)
    .map((url) => url.pathname)
  active?.postMessage({ loaded })
}
