// The live socket on the browser's own: WebSocket, clock, chance, and the signs that the network or the tab came back.

import { livePath } from '@heddle/contract'
import { newKey } from '../api/new-key.ts'
import { createLive, type Live, type LiveDeps } from './live.ts'
import { after } from './real-after.ts'
import { watchPresence } from './real-presence.ts'
import { drawThumbnail } from './real-thumbnail.ts'
import { uploadFile } from './real-upload.ts'

export function createRealLive(
  deps: Pick<LiveDeps, 'post' | 'onLost' | 'onSignedOut' | 'onTurnedAway' | 'onOutdated'>,
): Live {
  const live = createLive({
    ...deps,
    open(on) {
      const address = new URL(livePath, window.location.href)
      address.protocol = address.protocol.replace('http', 'ws')
      const socket = new WebSocket(address)
      socket.addEventListener('open', () => on.opened())
      socket.addEventListener('message', (event) => {
        if (typeof event.data === 'string') on.heard(event.data)
      })
      socket.addEventListener('close', (event) => on.closed(event.code))
      return {
        send: (text) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(text)
        },
        close: () => socket.close(),
      }
    },
    now: Date.now,
    after,
    chance: Math.random,
    newId: newKey,
    store: storeOf(() => window.sessionStorage),
    drafts: storeOf(() => window.localStorage),
    upload: uploadFile,
    draw: drawThumbnail,
  })
  window.addEventListener('online', live.wake)
  window.addEventListener('offline', live.doubt)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.wake()
  })
  watchPresence(live)
  return rememberWhoCame(
    live,
    storeOf(() => window.localStorage),
  )
}

const hereName = 'heddle.here'

/** Opening the line for nobody would only be refused, so it is done where somebody was signed in last time. */
function rememberWhoCame(live: Live, store: Storage | undefined): Live {
  const remember = (isHere: boolean) => {
    try {
      if (isHere) store?.setItem(hereName, '1')
      else store?.removeItem(hereName)
    } catch {
      // Full or forbidden: the next visit opens the line a little later.
    }
  }
  return {
    ...live,
    expect: () => {
      if (store?.getItem(hereName) === '1') live.expect()
    },
    enter: (personId) => {
      remember(true)
      live.enter(personId)
    },
    leave: () => {
      remember(false)
      live.leave()
    },
  }
}

/** Reading the store itself throws where the browser forbids it. */
function storeOf(read: () => Storage): Storage | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
