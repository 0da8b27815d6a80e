// The bare server library, answering JSON about as large as ours.

import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { offerToParent } from './forked-process.ts'

const app = new Hono()
const answer = {
  person: {
    id: 'per_1',
    handle: 'bench',
    name: 'Bench',
    role: 'owner',
    state: 'active',
    timeZone: null,
    version: 1,
  },
  credential: { kind: 'token', id: 'tok_1', scopes: ['read', 'write', 'admin'] },
}
app.get('*', (c) => c.json(answer))
app.put('*', async (c) => {
  await c.req.json()
  return c.json(answer)
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  offerToParent({ url: `http://127.0.0.1:${port}`, token: 'none' })
})
