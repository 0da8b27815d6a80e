// Which page stands at which address. Pages load when they are first opened; the first one comes with the shell.

import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { HomePage } from './pages/home/home-page.tsx'
import { NotFoundPage } from './pages/not-found/not-found-page.tsx'
import { Gate } from './me/gate.tsx'
import { Shell } from './shell/shell.tsx'

const SignInPage = lazy(async () => ({
  default: (await import('./pages/sign-in/sign-in-page.tsx')).SignInPage,
}))
const JoinPage = lazy(async () => ({ default: (await import('./pages/join/join-page.tsx')).JoinPage }))
const MembersPage = lazy(async () => ({
  default: (await import('./pages/members/members-page.tsx')).MembersPage,
}))
const SessionsPage = lazy(async () => ({
  default: (await import('./pages/sessions/sessions-page.tsx')).SessionsPage,
}))
const SessionPage = lazy(async () => ({
  default: (await import('./pages/session/session-page.tsx')).SessionPage,
}))
const SettingsPage = lazy(async () => ({
  default: (await import('./pages/settings/settings-page.tsx')).SettingsPage,
}))
const Gallery = lazy(async () => ({ default: (await import('./gallery/gallery.tsx')).Gallery }))

export function App() {
  return (
    <Suspense fallback={null}>
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
        <Route path="/">
          <Inside>
            <HomePage />
          </Inside>
        </Route>
        <Route path="/sessions">
          <Inside>
            <SessionsPage />
          </Inside>
        </Route>
        <Route path="/sessions/:id">
          {({ id }) => (
            <Inside isFull>
              <SessionPage key={id} id={id} />
            </Inside>
          )}
        </Route>
        <Route path="/members/*?">
          <Inside>
            <MembersPage />
          </Inside>
        </Route>
        <Route path="/settings/*?">
          <Inside>
            <SettingsPage />
          </Inside>
        </Route>
        <Route>
          <NotFoundPage />
        </Route>
      </Switch>
    </Suspense>
  )
}

function Inside({ isFull = false, children }: { isFull?: boolean; children: React.ReactNode }) {
  return (
    <Gate>
      <Shell isFull={isFull}>{children}</Shell>
    </Gate>
  )
}
