// What this room is built from.

import type { CollaborationFlags } from '@heddle/contract'
import type { Agents } from '../agents/agents.ts'
import type { Ids } from '../foundation/ids.ts'
import type { FactTeller } from '../foundation/work/facts.ts'
import type { People } from '../people/people.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Measures } from './measures.ts'
import type { AgentCalls } from './ports.ts'

export interface CollaborationDeps {
  ids: Ids
  facts: FactTeller
  people: Pick<People, 'readPeople' | 'findByHandles'>
  agents: Pick<Agents, 'find'>
  sessions: Pick<
    Sessions,
    | 'permitTalk'
    | 'demandTalk'
    | 'whoMaySee'
    | 'recordTalk'
    | 'rewriteTalk'
    | 'readEntries'
    | 'readWordsSeq'
    | 'noteQuotes'
    | 'whichQuotedBefore'
    | 'redactQuotesOf'
    | 'tellPerson'
  >
  agentCalls: AgentCalls
  measures: Pick<Measures, 'countRejected'>
  /** What the configuration turns on; asked anew each time. */
  flags(): CollaborationFlags
  /** SHA-256. */
  fingerprint(text: string): Uint8Array
}
