// The routes of accounts on outside channels.

import * as channel from './channel-shapes.ts'
import type { Route } from './route.ts'
import { pageOf } from './shapes.ts'

export const channelRoutes = {
  listChannels: {
    method: 'GET',
    path: '/channels',
    action: 'settings.read',
    status: 200,
    answer: pageOf(channel.channelAccountShape),
    summary: 'The accounts on outside channels that the configuration names, and whether they are heard.',
  },
  checkChannel: {
    method: 'POST',
    path: '/channels/{channel}/{account}/check',
    action: 'settings.change',
    status: 200,
    answer: channel.channelCheckShape,
    summary:
      'Look whether an account can do what it is for: token, intents, permissions, and where to invite it.',
  },
} as const satisfies Record<string, Route>
