// Says that the server does not answer, and keeps trying. When it is back, everything on the page is read again. A page
// that the server no longer understands is to be loaded anew, and says that instead.

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useClient, useConnection } from '../api/client-context.tsx'
import { Button } from '../components/button.tsx'
import { useLive } from '../live/live-context.tsx'
import { strings } from '../strings.ts'
import styles from './connection-banner.module.css'
import { useAnnounce } from './status-region.tsx'

const retryEveryMs = 4_000

export function ConnectionBanner() {
  const connection = useConnection()
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  const isOutdated = useSyncExternalStore(connection.subscribe, connection.isOutdated)
  const { isTrying, tryNow } = useTryAgain()
  useReadAgain(isLost)

  useEffect(() => {
    if (!isLost) return
    const timer = setInterval(tryNow, retryEveryMs)
    return () => clearInterval(timer)
  }, [isLost, tryNow])

  if (isOutdated) return <Outdated />
  if (!isLost) return null
  return (
    <div role="alert" className={styles.banner}>
      <p>
        <strong>{strings.connection.lost}</strong> {strings.connection.safe}
      </p>
      <Button isPending={isTrying} onPress={tryNow}>
        {strings.errors.tryAgain}
      </Button>
    </div>
  )
}

function Outdated() {
  const words = strings.connection
  return (
    <div role="alert" className={styles.banner}>
      <p>
        <strong>{words.outdated}</strong> {words.outdatedHint}
      </p>
      <Button onPress={() => window.location.reload()}>{words.reload}</Button>
    </div>
  )
}

function useTryAgain() {
  const client = useClient()
  const live = useLive()
  const [isTrying, setTrying] = useState(false)
  const tryNow = useCallback(() => {
    setTrying(true)
    client
      .call('about', {})
      .then(
        () => live.wake(),
        // Still away: the banner stays and says so.
        () => {},
      )
      .finally(() => setTrying(false))
  }, [client, live])
  return { isTrying, tryNow }
}

function useReadAgain(isLost: boolean): void {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const wasLost = useRef(isLost)
  useEffect(() => {
    const isBack = wasLost.current && !isLost
    wasLost.current = isLost
    if (!isBack) return
    announce(strings.connection.back)
    void queries.invalidateQueries()
  }, [isLost, queries, announce])
}
