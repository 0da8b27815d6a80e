// A fixture: one component or page in one named state, with everything the server would have said.

import type { PersonJson, RejectedMentionJson, RouteName, ServerFrame } from '@heddle/contract'
import type { ReactNode } from 'react'
import type { AnswerOf, CallOptions } from '../api/call-types.ts'
import type { Outgoing } from '../live/outbox.ts'
import type { Driver } from './drive.ts'
import type { Attached } from './fixture-live.ts'

/** What the server answers; a call that is not listed waits for ever. Throwing refuses. */
export type Answers = { [N in RouteName]?: (options: CallOptions<N>) => AnswerOf<N> }

export interface Fixture {
  /** Stands in the address: /gallery/members-many */
  id: string
  group: string
  name: string
  /** `page`: fills the window and brings its own landmarks. `part`: is shown beside others. */
  kind: 'page' | 'part'
  /** The address the page believes to stand at. */
  path?: string
  me?: PersonJson
  answers?: Answers
  isConnectionLost?: boolean
  /** What the live line says to whoever follows a scope. */
  frames?: readonly ServerFrame[]
  outgoing?: readonly Outgoing[]
  attached?: Attached
  /** Who was named in a message that was just sent, and will not hear of it. */
  rejected?: readonly RejectedMentionJson[]
  render(): ReactNode
  /** Brings the state about by hand, for what only comes from pressing and typing. */
  act?(driver: Driver): Promise<void>
}

export function part(group: string, name: string, render: () => ReactNode): Fixture {
  return { id: idOf(group, name), group, name, kind: 'part', render }
}

export function page(
  group: string,
  name: string,
  rest: Omit<Fixture, 'id' | 'group' | 'name' | 'kind'>,
): Fixture {
  return { id: idOf(group, name), group, name, kind: 'page', ...rest }
}

function idOf(group: string, name: string): string {
  return `${group} ${name}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
