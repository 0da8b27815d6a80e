// Which page stands at which address. Pages load when they are first opened; the first one comes with the shell. All
// pages of the house share one shell, so that what is on it stays when one goes from page to page.

import { lazy, Suspense, useDeferredValue } from 'react'
import { matchRoute, Route, Switch, useLocation, useRoute, useRouter } from 'wouter'
import { drawnLater } from './draw-page.tsx'
import { sessionPage, sessionPane } from './load-pages.ts'
import { HomePage } from './pages/home/home-page.tsx'
import { NotFoundPage } from './pages/not-found/not-found-page.tsx'
import { AgentsSide } from './pages/session/agents-panel/agents-side.tsx'
import { Gate } from './me/gate.tsx'
import { Shell } from './shell/shell.tsx'

const SignInPage = lazy(async () => ({
  default: (await import('./pages/sign-in/sign-in-page.tsx')).SignInPage,
}))
const JoinPage = lazy(async () => ({ default: (await import('./pages/join/join-page.tsx')).JoinPage }))
const ApprovalsPage = lazy(async () => ({
  default: (await import('./pages/approvals/approvals-page.tsx')).ApprovalsPage,
}))
const InboxPage = lazy(async () => ({ default: (await import('./pages/inbox/inbox-page.tsx')).InboxPage }))
const SearchPage = lazy(async () => ({
  default: (await import('./pages/search/search-page.tsx')).SearchPage,
}))
const AgentsPage = lazy(async () => ({
  default: (await import('./pages/agents/agents-page.tsx')).AgentsPage,
}))
const UsagePage = lazy(async () => ({ default: (await import('./pages/usage/usage-page.tsx')).UsagePage }))
const MembersPage = lazy(async () => ({
  default: (await import('./pages/members/members-page.tsx')).MembersPage,
}))
const BindingsPage = lazy(async () => ({
  default: (await import('./pages/places/bindings-page.tsx')).BindingsPage,
}))
const DeliveriesPage = lazy(async () => ({
  default: (await import('./pages/places/deliveries-page.tsx')).DeliveriesPage,
}))
const SessionPane = drawnLater(sessionPane)
const SessionsPage = lazy(async () => ({
  default: (await import('./pages/sessions/sessions-page.tsx')).SessionsPage,
}))
const SessionPage = drawnLater(sessionPage)
const RunPage = lazy(async () => ({ default: (await import('./pages/run/run-page.tsx')).RunPage }))
const SettingsPage = lazy(async () => ({
  default: (await import('./pages/settings/settings-page.tsx')).SettingsPage,
}))
const Gallery = lazy(async () => ({ default: (await import('./gallery/gallery.tsx')).Gallery }))

const sessionsPath = '/sessions/:id?'
const insidePaths = [
  '/',
  sessionsPath,
  '/runs/:id',
  '/inbox',
  '/search',
  '/approvals',
  '/agents',
  '/bindings',
  '/deliveries',
  '/usage',
  '/members/*?',
  '/settings/*?',
]

export function App() {
  const [path] = useLocation()
  const { parser } = useRouter()
  const isInside = insidePaths.some((pattern) => matchRoute(parser, pattern, path)[0])
  return (
    <Suspense fallback={null}>
      {isInside ? (
        <Gate>
          <Inside />
        </Gate>
      ) : (
        <Outside />
      )}
    </Suspense>
  )
}

function Outside() {
  return (
    <Switch>
      <Route path="/sign-in">
        <SignInPage />
      </Route>
      <Route path="/join">
        <JoinPage />
      </Route>
      <Route path="/gallery/*?">
        <Gallery />
      </Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  )
}

function Inside() {
  const [hasList, params] = useRoute(sessionsPath)
  const sessionId = hasList ? params.id : undefined
  return (
    <Shell
      isFull={hasList}
      list={hasList ? <List currentId={sessionId} /> : undefined}
      isSessionOpen={sessionId !== undefined}
      side={sessionId === undefined ? undefined : <AgentsSide currentId={sessionId} />}
    >
      <Switch>
        <Route path="/">
          <HomePage />
        </Route>
        <Route path="/sessions">
          <SessionsPage />
        </Route>
        <Route path="/sessions/:id">{({ id }) => <SessionPage key={id} id={id} />}</Route>
        <Route path="/runs/:id">{({ id }) => <RunPage key={id} id={id} />}</Route>
        <Route path="/inbox">
          <InboxPage />
        </Route>
        <Route path="/search">
          <SearchPage />
        </Route>
        <Route path="/approvals">
          <ApprovalsPage />
        </Route>
        <Route path="/bindings">
          <BindingsPage />
        </Route>
        <Route path="/deliveries">
          <DeliveriesPage />
        </Route>
        <Route path="/agents">
          <AgentsPage />
        </Route>
        <Route path="/usage">
          <UsagePage />
        </Route>
        <Route path="/members/*?">
          <MembersPage />
        </Route>
        <Route path="/settings/*?">
          <SettingsPage />
        </Route>
      </Switch>
    </Shell>
  )
}

/** Whoever comes for a session sees it first; the list beside it is drawn right after. */
function List({ currentId }: { currentId: string | undefined }) {
  const isDue = useDeferredValue(true, currentId === undefined)
  return isDue ? <SessionPane currentId={currentId} /> : null
}
