// What serving a client's frame is built on.

import type { Callers } from './callers.ts'
import type { LiveDeps } from './live-deps.ts'
import type { PersonScopes } from './person-scopes.ts'
import type { SessionList } from './session-list.ts'
import type { SessionScopes } from './session-scopes.ts'
import type { TreeScopes } from './tree-scopes.ts'

export interface ServeFrameDeps extends LiveDeps {
  callers: Callers
  sessionScopes: SessionScopes
  personScopes: PersonScopes
  sessionList: SessionList
  treeScopes: TreeScopes
}
