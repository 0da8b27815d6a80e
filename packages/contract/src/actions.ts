// The names of everything that can be allowed or refused. Who may do what stands in the gateway's people room; a
// route, a command or a tool names its action here or cannot be registered.

export const actions = [
  'public.read',
  'sign_in.create',
  'join.accept',
  'self.read',
  'self.change',
  'sign_in.end',
  'token.read',
  'token.create',
  'token.revoke',
  'member.read',
  'member.create',
  'member.change',
  'member.change_role',
  'member.remove',
  'member.set_password',
  'invite.read',
  'invite.create',
  'invite.revoke',
  'audit.read',
  'settings.read',
  'settings.change',
  'metrics.read',
  'secret.read',
  'secret.change',
  'backup.create',
] as const

export type Action = (typeof actions)[number]
