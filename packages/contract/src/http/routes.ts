// The HTTP API as data: the door registers its handlers from this table, the OpenAPI document is made from it, and the
// browser's client is typed by it. A route cannot exist without naming its action.

import { z } from 'zod'
import { limits } from '../limits.ts'
import { approvalRoutes } from './approval-routes.ts'
import { bindingRoutes } from './binding-routes.ts'
import { runRoutes } from './run-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { channelRoutes } from './channel-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import type { Route } from './route.ts'
import { sessionRoutes } from './session-routes.ts'
import * as shape from './shapes.ts'
import { threadRoutes } from './thread-routes.ts'
import { toolRoutes } from './tool-routes.ts'

export type { Route } from './route.ts'

const oneOrAll = z.strictObject({ id: z.string().max(64).optional() })

export const routes = {
  ...sessionRoutes,
  ...fileRoutes,
  ...modelRoutes,
  ...approvalRoutes,
  ...runRoutes,
  ...bindingRoutes,
  ...linkRoutes,
  ...toolRoutes,
  ...channelRoutes,
  ...threadRoutes,
  ...notificationRoutes,
  about: {
    method: 'GET',
    path: '/about',
    action: 'public.read',
    status: 200,
    answer: shape.aboutShape,
    summary: 'The name and version of this place, and whether it still waits for its owner.',
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    action: 'public.read',
    status: 200,
    answer: z.record(z.string(), z.unknown()),
    summary: 'This description.',
  },
  signIn: {
    method: 'POST',
    path: '/sign-in',
    action: 'sign_in.create',
    status: 200,
    answer: shape.meShape,
    body: z.strictObject({
      handle: z.string().min(1).max(limits.handleCharsMax),
      password: z.string().min(1).max(limits.passwordCharsMax),
    }),
    summary: 'Sign in with handle and password; sets the sign-in cookie.',
  },
  signOut: {
    method: 'POST',
    path: '/sign-out',
    action: 'self.change',
    status: 204,
    answer: shape.nothing,
    summary: 'End this sign-in.',
  },
  previewJoin: {
    method: 'POST',
    path: '/join/preview',
    action: 'join.accept',
    status: 200,
    body: z.strictObject({ code: z.string().min(1).max(200) }),
    answer: z.object({ role: shape.roleShape, teamName: z.string(), expiresAt: shape.time }),
    summary: 'What an owner or invite link leads to, without using it up.',
  },
  join: {
    method: 'POST',
    path: '/join',
    action: 'join.accept',
    status: 201,
    answer: shape.meShape,
    makes: true,
    body: z.strictObject({
      code: z.string().min(1).max(200),
      handle: shape.handleInput,
      name: shape.nameInput,
      password: shape.passwordInput,
    }),
    summary: 'Use an owner or invite link: makes the person and signs in.',
  },
  readMe: {
    method: 'GET',
    path: '/me',
    action: 'self.read',
    status: 200,
    answer: shape.meShape,
    summary: 'Who you are here.',
  },
  changeMe: {
    method: 'PATCH',
    path: '/me',
    action: 'self.change',
    status: 200,
    answer: shape.meShape,
    versioned: true,
    body: z.strictObject({
      handle: shape.handleInput.optional(),
      name: shape.nameInput.optional(),
      timeZone: shape.timeZoneInput.nullable().optional(),
      password: z
        .strictObject({ current: z.string().min(1).max(limits.passwordCharsMax), next: shape.passwordInput })
        .optional(),
    }),
    summary: 'Change your handle, name, time zone or password; a new password ends your other sign-ins.',
  },
  readPreferences: {
    method: 'GET',
    path: '/me/preferences',
    action: 'self.read',
    status: 200,
    answer: shape.preferencesShape,
    summary: 'Your preferences.',
  },
  writePreferences: {
    method: 'PUT',
    path: '/me/preferences',
    action: 'self.change',
    status: 200,
    body: shape.preferencesInput,
    answer: shape.preferencesShape,
    summary: 'Replace your preferences; what is not said of notifications stays.',
  },
  listTokens: {
    method: 'GET',
    path: '/me/tokens',
    action: 'token.read',
    status: 200,
    query: shape.pageQuery,
    answer: shape.pageOf(shape.tokenShape),
    summary: 'Your API tokens, newest first.',
  },
  createToken: {
    method: 'POST',
    path: '/me/tokens',
    action: 'token.create',
    status: 201,
    answer: shape.createdTokenShape,
    makes: true,
    body: z.strictObject({
      name: z.string().trim().min(1).max(limits.tokenNameCharsMax),
      scopes: z.array(shape.scopeShape).min(1).optional(),
      expiresInDays: z.int().min(1).max(limits.tokenExpireDaysMax).optional(),
    }),
    summary: 'Make an API token. Its text is shown this once.',
  },
  revokeTokens: {
    method: 'DELETE',
    path: '/me/tokens',
    action: 'token.revoke',
    status: 204,
    query: oneOrAll,
    answer: shape.nothing,
    summary: 'Revoke the token named by ?id=, or all of yours.',
  },
  revokeToken: {
    method: 'DELETE',
    path: '/me/tokens/{id}',
    action: 'token.revoke',
    status: 204,
    answer: shape.nothing,
    summary: 'Revoke one of your tokens.',
  },
  listSignIns: {
    method: 'GET',
    path: '/me/sign-ins',
    action: 'self.read',
    status: 200,
    query: shape.pageQuery,
    answer: shape.pageOf(shape.signInShape),
    summary: 'Where you are signed in.',
  },
  endSignIns: {
    method: 'DELETE',
    path: '/me/sign-ins',
    action: 'sign_in.end',
    status: 204,
    query: oneOrAll,
    answer: shape.nothing,
    summary: 'End the sign-in named by ?id=, or all but this one.',
  },
  endSignIn: {
    method: 'DELETE',
    path: '/me/sign-ins/{id}',
    action: 'sign_in.end',
    status: 204,
    answer: shape.nothing,
    summary: 'End one of your sign-ins.',
  },
  listInvites: {
    method: 'GET',
    path: '/invites',
    action: 'invite.read',
    status: 200,
    query: shape.pageQuery,
    answer: shape.pageOf(shape.inviteShape),
    summary: 'Invites, newest first.',
  },
  createInvite: {
    method: 'POST',
    path: '/invites',
    action: 'invite.create',
    status: 201,
    answer: shape.createdInviteShape,
    makes: true,
    body: z.strictObject({
      role: shape.roleShape.default('member'),
      note: z.string().trim().max(limits.inviteNoteCharsMax).default(''),
      expiresInHours: z.int().min(1).max(limits.inviteExpireHoursMax).optional(),
    }),
    summary: 'Make a single-use invite link. Its code is shown this once.',
  },
  revokeInvite: {
    method: 'DELETE',
    path: '/invites/{id}',
    action: 'invite.revoke',
    status: 204,
    answer: shape.nothing,
    summary: 'Withdraw an open invite.',
  },
  listMembers: {
    method: 'GET',
    path: '/members',
    action: 'member.read',
    status: 200,
    answer: shape.pageOf(shape.personShape),
    query: shape.pageQuery.extend({ text: z.string().max(limits.searchTextCharsMax).optional() }),
    summary: 'Members by handle; text finds a part of handle or name.',
  },
  readMember: {
    method: 'GET',
    path: '/members/{id}',
    action: 'member.read',
    status: 200,
    answer: shape.personShape,
    summary: 'One member.',
  },
  changeMember: {
    method: 'PATCH',
    path: '/members/{id}',
    action: 'member.change',
    status: 200,
    answer: shape.personShape,
    versioned: true,
    body: z.strictObject({ name: shape.nameInput.optional(), role: shape.roleShape.optional() }),
    summary: "Change a member's name or role.",
  },
  removeMember: {
    method: 'DELETE',
    path: '/members/{id}',
    action: 'member.remove',
    status: 204,
    answer: shape.nothing,
    summary: 'Remove a member; their sign-ins, tokens and open invites end at once.',
  },
  listAudit: {
    method: 'GET',
    path: '/audit',
    action: 'audit.read',
    status: 200,
    query: shape.pageQuery,
    answer: shape.pageOf(shape.auditShape),
    summary: 'Decisions of consequence, newest first.',
  },
  readSettings: {
    method: 'GET',
    path: '/settings',
    action: 'settings.read',
    status: 200,
    answer: shape.pageOf(shape.settingShape),
    summary: 'Settings with their values and where each comes from.',
  },
  writeSettings: {
    method: 'PUT',
    path: '/settings',
    action: 'settings.change',
    status: 200,
    answer: shape.pageOf(shape.settingShape),
    body: z.record(z.string().max(80), z.unknown()),
    summary: 'Set the settings named by their keys; null takes one back to its default.',
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes
