// Hands the client, the connection and the query cache to the components below; the gallery hands in its own.

import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import type { Client } from './client.ts'
import type { Connection } from './connection.ts'

interface Api {
  client: Client
  connection: Connection
}

const ApiContext = createContext<Api | null>(null)

export function ApiProvider(props: Api & { queries: QueryClient; children: ReactNode }) {
  const { client, connection, queries, children } = props
  return (
    <QueryClientProvider client={queries}>
      <ApiContext value={{ client, connection }}>{children}</ApiContext>
    </QueryClientProvider>
  )
}

export function useClient(): Client {
  return useApi().client
}

export function useConnection(): Connection {
  return useApi().connection
}

function useApi(): Api {
  const api = use(ApiContext)
  if (!api) throw new Error('a component that calls the server stands outside ApiProvider')
  return api
}
