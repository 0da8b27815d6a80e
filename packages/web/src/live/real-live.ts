// The live socket on the browser's own: WebSocket, clock, chance, and the signs that the network or the tab came back.

import type { Ahead } from '../ahead/ahead.ts'
import { openLineAhead } from '../ahead/line-ahead.ts'
import { openSocket } from '../ahead/open-socket.ts'
import { openStore } from '../ahead/open-store.ts'
import { rememberWhoIsHere } from '../ahead/who-was-here.ts'
import { newKey } from '../api/new-key.ts'
import { createLive, type Live, type LiveDeps } from './live.ts'
import { after } from './real-after.ts'
import { watchPresence } from './real-presence.ts'
import { drawThumbnail } from './real-thumbnail.ts'
import { uploadFile } from './real-upload.ts'

export function createRealLive(
  ahead: Pick<Ahead, 'takeLine'>,
  deps: Pick<LiveDeps, 'post' | 'onLost' | 'onSignedOut' | 'onTurnedAway' | 'onOutdated'>,
): Live {
  const kept = openStore(() => window.localStorage)
  const live = createLive({
    ...deps,
    open: (on) => (ahead.takeLine() ?? openLineAhead(openSocket(), [])).take(on),
    now: Date.now,
    after,
    chance: Math.random,
    newId: newKey,
    store: openStore(() => window.sessionStorage),
    drafts: kept,
    upload: uploadFile,
    draw: drawThumbnail,
  })
  window.addEventListener('online', live.wake)
  window.addEventListener('offline', live.doubt)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.wake()
  })
  watchPresence(live)
  return {
    ...live,
    enter: (personId) => {
      rememberWhoIsHere(kept, personId)
      live.enter(personId)
    },
    leave: () => {
      rememberWhoIsHere(kept, undefined)
      live.leave()
    },
  }
}
