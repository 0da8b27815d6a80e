// The routes of files. Their bodies are bytes, so the door serves them apart from those that speak JSON.

import { z } from 'zod'
import type { Route } from './route.ts'
import { fileShape, uploadQuery } from './file-shapes.ts'

export const fileRoutes = {
  uploadFile: {
    method: 'POST',
    path: '/files',
    action: 'file.create',
    status: 201,
    query: uploadQuery,
    answer: fileShape,
    makes: true,
    carries: 'bytes',
    summary:
      'Keep a file, to be attached to a message: a form with the part "file", or the bytes themselves with their Content-Type and ?name=.',
  },
  readFile: {
    method: 'GET',
    path: '/files/{id}',
    action: 'file.read',
    status: 200,
    answer: z.unknown(),
    carries: 'bytes',
    summary: 'The content of a file that you uploaded, or that stands in a session you may read.',
  },
} as const satisfies Record<string, Route>
