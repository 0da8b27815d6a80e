// What would happen to the message if it were sent now, said beforehand.

import { type CommandName, parseCommand, type SessionJson } from '@heddle/contract'

export type Preview =
  | { kind: 'starts' }
  | { kind: 'waits'; before: number }
  | { kind: 'steers' }
  | { kind: 'note' }
  | { kind: 'command'; name: CommandName }
  /** It would be refused; the field says so when it is sent. */
  | { kind: 'nothing' }

export interface Unsent {
  text: string
  state: SessionJson['state']
  /** How many messages wait already. */
  waiting: number
  /** The key that steers is held down. */
  isSteering: boolean
}

export function choosePreview({ text, state, waiting, isSteering }: Unsent): Preview {
  const parsed = parseCommand(text)
  switch (parsed.kind) {
    case 'command':
    case 'wrong':
      return parsed.name === 'note' ? { kind: 'note' } : { kind: 'command', name: parsed.name }
    case 'unknown':
      return { kind: 'nothing' }
    case 'text':
      if (state !== 'running') return { kind: 'starts' }
      return isSteering ? { kind: 'steers' } : { kind: 'waits', before: waiting }
  }
}
