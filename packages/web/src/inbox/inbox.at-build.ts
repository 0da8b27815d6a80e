// What one's own log says of notifications.

import { notificationNewsShape } from '@heddle/contract'
import { z } from 'zod'

export const notificationNews = notificationNewsShape

export const readPlace = z.object({ sessionId: z.string(), threadId: z.string().optional() })
