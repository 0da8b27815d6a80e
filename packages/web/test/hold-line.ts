// The live line of a page in a test's hand: cut, and mended.

import type { Page, WebSocketRoute } from 'playwright-core'

export interface Line {
  /** Ends it, and lets no other come up. */
  cut(): Promise<void>
  mend(): void
}

/** A browser that is told to be offline keeps the line that it has. */
export async function holdLine(page: Page): Promise<Line> {
  const open = new Set<WebSocketRoute>()
  let isDown = false
  await page.routeWebSocket(/\/api\/v1\/live$/, (route) => {
    if (isDown) return void route.close({ code: 1001 })
    open.add(route)
    const server = route.connectToServer()
    // A server that dies must be heard to.
    server.onClose((code, reason) => {
      open.delete(route)
      void route.close({ ...(code === undefined ? {} : { code }), ...(reason ? { reason } : {}) })
    })
  })
  return {
    async cut() {
      isDown = true
      await Promise.all([...open].map((route) => route.close({ code: 1001 })))
      open.clear()
    },
    mend() {
      isDown = false
    },
  }
}
