// Puts the app together and onto the page. The first drawing waits a moment for what was asked for ahead: drawn once, the
// page is there sooner than drawn in four steps.

import '@fontsource-variable/instrument-sans/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './styles/tokens.css'
import './styles/base.css'
import type { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { type Ahead, isOutside } from './ahead/ahead.ts'
import { openStore } from './ahead/open-store.ts'
import { type Client, createClient } from './api/client.ts'
import { ApiProvider } from './api/client-context.tsx'
import { createConnection } from './api/connection.ts'
import { createQueryClient, meKey } from './api/query-cache.ts'
import { readOptions } from './api/use-read.ts'
import { App } from './app.tsx'
import { createAppearance } from './appearance/appearance.ts'
import { AppearanceProvider } from './appearance/appearance-context.tsx'
import { FormatProvider } from './format/format-context.tsx'
import { NoticesContext } from './inbox/notices-place.ts'
import type { Live } from './live/live.ts'
import { LiveProvider } from './live/live-context.tsx'
import { after } from './live/real-after.ts'
import { createRealLive } from './live/real-live.ts'
import { ArrivalProvider } from './shell/arrival.tsx'
import { ProblemBoundary } from './shell/problem-boundary.tsx'
import { registerServiceWorker } from './shell/register-service-worker.ts'
import { StatusRegion } from './shell/status-region.tsx'

const patienceMs = 300

/** `page`: fulfilled when the page of this address was fetched. */
export async function startApp(ahead: Ahead, page: Promise<void>): Promise<void> {
  const connection = createConnection()
  const client = createClient({ fetch: ahead.fetch, now: Date.now, onContact: connection.report })
  const queries = createQueryClient()
  const askWhoIsThere = () => void queries.invalidateQueries({ queryKey: meKey })
  const live = createRealLive(ahead, {
    post: ({ sessionId, text, mode, focus, cid, attachments = [] }) =>
      client.call('postMessage', {
        path: { id: sessionId },
        body: {
          body: text,
          mode,
          clientMessageId: cid,
          attachments: attachments.map(({ id }) => id),
          ...(focus && { to: 'focus', focusId: focus.bindingId }),
        },
        key: cid,
      }),
    onLost: (isLost) => connection.reportLive(!isLost),
    onSignedOut: askWhoIsThere,
    onTurnedAway: askWhoIsThere,
    onOutdated: connection.reportOutdated,
  })
  const appearance = createAppearance({
    root: document.documentElement,
    store: openStore(() => window.localStorage),
  })

  registerServiceWorker()
  if (!isOutside(window.location.pathname)) {
    const patience = new Promise<void>((resolve) => after(patienceMs, resolve))
    await Promise.race([Promise.all([page, takeOver(ahead, client, queries, live)]), patience])
  }
  createRoot(await findRoot()).render(
    <StrictMode>
      <I18nProvider locale="en-US">
        <ProblemBoundary>
          <ApiProvider client={client} connection={connection} queries={queries}>
            <AppearanceProvider appearance={appearance}>
              <FormatProvider timeZone={null}>
                <StatusRegion>
                  <LiveProvider live={live}>
                    <NoticesContext value={{}}>
                      <ArrivalProvider>
                        <App />
                      </ArrivalProvider>
                    </NoticesContext>
                  </LiveProvider>
                </StatusRegion>
              </FormatProvider>
            </AppearanceProvider>
          </ApiProvider>
        </ProblemBoundary>
      </I18nProvider>
    </StrictMode>,
  )
}

/** The script does not wait for the end of the page. */
async function findRoot(): Promise<HTMLElement> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')
  return root
}

/** What was asked for ahead comes to where the page looks for it. What failed is asked for again there. */
async function takeOver(ahead: Ahead, client: Client, queries: QueryClient, live: Live): Promise<void> {
  const me = queries.prefetchQuery({ queryKey: meKey, queryFn: () => client.call('readMe', {}) })
  if (!(await ahead.isLineOpen)) return me
  const scopes = ahead.scopes()
  const agents =
    scopes.length === 0 ? undefined : queries.prefetchQuery(readOptions(client, 'listAgents', {}))
  await Promise.all([me, agents, live.expect(scopes)])
}
