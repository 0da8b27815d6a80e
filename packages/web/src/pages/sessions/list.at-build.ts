// What the live socket says about the list of sessions.

import { listedSessionShape } from '@heddle/contract'
import { z } from 'zod'

export const listedSessions = z.array(listedSessionShape)
export const removedIds = z.array(z.string())
export const listSnapshot = z.object({ items: listedSessions, next: z.string().optional() })
