// Roles from weakest to strongest, and the scopes an API token can be narrowed to.

export const roles = ['viewer', 'member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

export function atLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

/** `read` sees, `write` acts in one's own name, `admin` manages people and settings. Each includes nothing else. */
export const scopes = ['read', 'write', 'admin'] as const
export type Scope = (typeof scopes)[number]
