// Lets the app open without a network: keeps its one page and the files that were loaded, whose names hold their hash.
// It never touches the API: what is shown of the team's work always comes from the server.

const shellCache = 'heddle-shell-1'
const assetCache = 'heddle-assets-1'
const shellPath = '/index.html'

self.addEventListener('install', (event) => {
  // Where the browser knows how: the API goes past this worker, and files do not wait for it to wake up.
  event.addRoutes?.([
    { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
    { condition: { urlPattern: { pathname: '/assets/*' } }, source: 'race-network-and-fetch-handler' },
  ])
  event.waitUntil(
    fetch(shellPath, { cache: 'no-cache' })
      .then(keepShell)
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  // The page is asked for while the worker wakes up.
  event.waitUntil(self.registration.navigationPreload?.enable())
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('heddle-') && name !== shellCache && name !== assetCache)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  )
})

// What the page had loaded before this worker was there.
self.addEventListener('message', (event) => {
  const paths = Array.isArray(event.data?.loaded) ? event.data.loaded : []
  event.waitUntil(keepAssets(paths.filter((path) => typeof path === 'string' && isAsset(path))))
})

// A notice that a page had shown by this worker: leads to what it tells of, in a tab that is there or in a new one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data?.path
  if (typeof path === 'string' && /^\/(?!\/)/.test(path)) event.waitUntil(lead(path))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (isAsset(url.pathname)) event.respondWith(fromCacheOrNetwork(request))
  else if (isKeptByName(url.pathname)) event.respondWith(fromNetworkOrCache(request))
  else if (request.mode === 'navigate' && isPage(url.pathname)) event.respondWith(openPage(event))
})

async function lead(path) {
  // The one that was used last comes first.
  for (const tab of await self.clients.matchAll({ type: 'window' })) {
    try {
      await tab.focus()
      return await tab.navigate(path)
    } catch {
      // It was closed meanwhile, or may not be moved: the next one may.
    }
  }
  return self.clients.openWindow(path)
}

function isAsset(path) {
  return path.startsWith('/assets/')
}

function isKeptByName(path) {
  return path === '/theme.js' || path === '/favicon.svg'
}

/** Everything that is not a file and not for programs is the one page. */
function isPage(path) {
  return !/^\/(api|v1|metrics|healthz|readyz)(\/|$)/.test(path) && !/\.[^/]*$/.test(path)
}

async function openPage(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    // Something in front of the server says that the server is away.
    if (answer.status === 502 || answer.status === 504) return (await keptShell()) ?? answer
    if (answer.ok) event.waitUntil(keepShell(answer.clone()))
    return answer
  } catch (error) {
    const kept = await keptShell()
    if (kept) return kept
    throw error
  }
}

async function keptShell() {
  const cache = await caches.open(shellCache)
  return cache.match(shellPath)
}

/** A page that is another than the one that was kept names other files; what it does not name may go. */
async function keepShell(answer) {
  if (!answer.ok || !(answer.headers.get('Content-Type') ?? '').startsWith('text/html')) return
  const cache = await caches.open(shellCache)
  const before = await cache.match(shellPath)
  const text = await answer.text()
  if (before && (await before.text()) === text) return
  // Made anew, because an answer that came by a redirect may not be given to a navigation. Its policy stays with it.
  const headers = new Headers(answer.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  await cache.put(shellPath, new Response(text, { headers }))
  if (before) await caches.delete(assetCache)
  const linked = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1])
  await keepAssets(linked.filter((path) => isAsset(path) || isKeptByName(path)))
}

async function keepAssets(paths) {
  const cache = await caches.open(assetCache)
  await Promise.all(
    paths.map(async (path) => {
      if (await cache.match(path)) return
      const answer = await fetch(path).catch(() => undefined)
      if (answer?.ok) await cache.put(path, answer)
    }),
  )
}

async function fromCacheOrNetwork(request) {
  const cache = await caches.open(assetCache)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

async function fromNetworkOrCache(request) {
  const cache = await caches.open(assetCache)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(request)
    if (kept) return kept
    throw error
  }
}
