// The first file of the page, and a small one: asks for what the first drawing needs, and brings the app and the page of
// this address meanwhile.

import { createAhead } from './ahead/ahead.ts'
import { openSocket } from './ahead/open-socket.ts'
import { openStore } from './ahead/open-store.ts'
import { whoWasHere } from './ahead/who-was-here.ts'
import { loadAhead } from './load-pages.ts'

const { pathname } = window.location
const ahead = createAhead({
  path: pathname,
  wasHere: whoWasHere(openStore(() => window.localStorage)),
  fetch: window.fetch.bind(window),
  open: openSocket,
  now: Date.now,
})
const page = loadAhead(pathname)
const { startApp } = await import('./start-app.tsx')
await startApp(ahead, page)
