// One route of the HTTP API as data.

import type { z } from 'zod'
import type { Action } from '../actions.ts'

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under /api/v1, with {name} for what varies. */
  path: string
  action: Action
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  status: 200 | 201 | 204
  answer: z.ZodType
  /** Of an answer that made nothing, because the same had been made before. */
  repeatStatus?: 200
  /** Makes something: takes an Idempotency-Key. */
  makes?: true
  /** The request's body or the answer is a file, not JSON. */
  carries?: 'bytes'
  /** Honours If-Match with the version that was read. */
  versioned?: true
}
