// The routes by which a member links accounts elsewhere.

import { z } from 'zod'
import * as link from './link-shapes.ts'
import type { Route } from './route.ts'
import { nothing, pageOf, pageQuery } from './shapes.ts'

export const linkRoutes = {
  listLinks: {
    method: 'GET',
    path: '/me/links',
    action: 'self.read',
    status: 200,
    query: pageQuery,
    answer: pageOf(link.linkShape),
    summary: 'The accounts on other platforms that are yours here, newest first.',
  },
  createLink: {
    method: 'POST',
    path: '/me/links',
    action: 'account.link',
    status: 201,
    body: link.linkInput,
    answer: z.union([link.linkShape, link.offeredLinkShape]),
    makes: true,
    summary:
      'Link an account by the code that /link showed there, or, without a code, get one to be said there as /link <code>.',
  },
  removeLinks: {
    method: 'DELETE',
    path: '/me/links',
    action: 'account.link',
    status: 204,
    query: z.strictObject({ id: z.string().max(64).optional() }),
    answer: nothing,
    summary: 'Remove the link named by ?id=, or all of yours.',
  },
  removeLink: {
    method: 'DELETE',
    path: '/me/links/{id}',
    action: 'account.link',
    status: 204,
    answer: nothing,
    summary: 'Remove one of your links.',
  },
} as const satisfies Record<string, Route>
