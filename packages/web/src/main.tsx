// Puts the app together and onto the page.

import './api/without-eval.ts'
import '@fontsource-variable/instrument-sans/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { createClient } from './api/client.ts'
import { ApiProvider } from './api/client-context.tsx'
import { createConnection } from './api/connection.ts'
import { createQueryClient, meKey } from './api/query-cache.ts'
import { App } from './app.tsx'
import { createAppearance } from './appearance/appearance.ts'
import { AppearanceProvider } from './appearance/appearance-context.tsx'
import { FormatProvider } from './format/format-context.tsx'
import { loadAhead } from './load-pages.ts'
import { LiveProvider } from './live/live-context.tsx'
import { createRealLive } from './live/real-live.ts'
import { ArrivalProvider } from './shell/arrival.tsx'
import { ProblemBoundary } from './shell/problem-boundary.tsx'
import { registerServiceWorker } from './shell/register-service-worker.ts'
import { StatusRegion } from './shell/status-region.tsx'

const connection = createConnection()
const client = createClient({ fetch: window.fetch.bind(window), now: Date.now, onContact: connection.report })
const queries = createQueryClient()
const askWhoIsThere = () => void queries.invalidateQueries({ queryKey: meKey })
const live = createRealLive({
  post: ({ sessionId, text, mode, cid, attachments = [] }) =>
    client.call('postMessage', {
      path: { id: sessionId },
      body: { body: text, mode, clientMessageId: cid, attachments: attachments.map(({ id }) => id) },
      key: cid,
    }),
  onLost: (isLost) => connection.reportLive(!isLost),
  onSignedOut: askWhoIsThere,
  onTurnedAway: askWhoIsThere,
  onOutdated: connection.reportOutdated,
})
const appearance = createAppearance({ root: document.documentElement, store: storageOf(window) })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

beginAhead()
registerServiceWorker()
createRoot(root).render(
  <StrictMode>
    <I18nProvider locale="en-US">
      <ProblemBoundary>
        <ApiProvider client={client} connection={connection} queries={queries}>
          <AppearanceProvider appearance={appearance}>
            <FormatProvider timeZone={null}>
              <StatusRegion>
                <LiveProvider live={live}>
                  <ArrivalProvider>
                    <App />
                  </ArrivalProvider>
                </LiveProvider>
              </StatusRegion>
            </FormatProvider>
          </AppearanceProvider>
        </ApiProvider>
      </ProblemBoundary>
    </I18nProvider>
  </StrictMode>,
)

/** Three things that do not have to wait for each other: who is there, the line to the server, the page. */
function beginAhead(): void {
  const { pathname } = window.location
  if (/^\/(sign-in|join|gallery)(\/|$)/.test(pathname)) return
  void queries.prefetchQuery({ queryKey: meKey, queryFn: () => client.call('readMe', {}) })
  live.expect()
  loadAhead(pathname)
}

/** Reading `localStorage` itself throws where the browser forbids it. */
function storageOf(owner: Window): Storage | undefined {
  try {
    return owner.localStorage
  } catch {
    return undefined
  }
}
