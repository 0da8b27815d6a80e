// Says that the server does not answer, and keeps trying. When it is back, everything on the page is read again.

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useClient, useConnection } from '../api/client-context.tsx'
import { Button } from '../components/button.tsx'
import { strings } from '../strings.ts'
import styles from './connection-banner.module.css'
import { useAnnounce } from './status-region.tsx'

const retryEveryMs = 4_000

export function ConnectionBanner() {
  const connection = useConnection()
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  const { isTrying, tryNow } = useReconnect()

  useEffect(() => {
    if (!isLost) return
    const timer = setInterval(tryNow, retryEveryMs)
    return () => clearInterval(timer)
  }, [isLost, tryNow])

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

function useReconnect() {
  const client = useClient()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const [isTrying, setTrying] = useState(false)
  const tryNow = useCallback(() => {
    setTrying(true)
    client
      .call('about', {})
      .then(
        () => {
          announce(strings.connection.back)
          return queries.invalidateQueries()
        },
        // Still away: the banner stays and says so.
        () => {},
      )
      .finally(() => setTrying(false))
  }, [client, queries, announce])
  return { isTrying, tryNow }
}
