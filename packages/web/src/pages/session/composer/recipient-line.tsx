// Who hears the message and what that sets off, said before it is sent.

import { commands, type WholeSessionJson } from '@heddle/contract'
import { useRead } from '../../../api/use-read.ts'
import { chooseThread } from '../../../components/choose-thread.ts'
import { chooseOffers } from '../../../me/choose-offers.ts'
import { useMe } from '../../../me/me-context.tsx'
import { strings } from '../../../strings.ts'
import type { Preview } from './choose-preview.ts'
import { ModelPicker } from './model-picker.tsx'
import styles from './recipient-line.module.css'

interface RecipientLineProps {
  session: WholeSessionJson
  preview: Preview
  onChanged?: ((session: WholeSessionJson) => void) | undefined
}

export function RecipientLine({ session, preview, onChanged }: RecipientLineProps) {
  const me = useMe()
  const agents = useRead('listAgents', {})
  const agent = agents.data?.items.find(({ id }) => id === session.agentId)
  // Nothing rather than an id for as long as the name is on its way.
  const name = agent?.name ?? (agents.isPending ? '' : session.agentId)
  const words = strings.composer.recipient
  const model = session.model ?? agent?.model
  return (
    <div className={styles.line}>
      <div className={styles.chip} data-thread={chooseThread(session.agentId)}>
        <span className={styles.to}>
          {words.to} <b className={styles.agent}>{name === '' ? '…' : name}</b>
        </span>
        {agent && chooseOffers(me.role).sessions ? (
          <ModelPicker session={session} agent={agent} onChanged={onChanged} />
        ) : model === undefined ? null : (
          <span className={styles.modelName}>{model}</span>
        )}
      </div>
      <p className={styles.preview}>{name === '' ? '' : wordsOf(preview, name)}</p>
    </div>
  )
}

export function wordsOf(preview: Preview, agent: string): string {
  const words = strings.composer.preview
  switch (preview.kind) {
    case 'starts':
      return words.starts(agent)
    case 'waits':
      return preview.before === 0 ? words.waitsForTurn(agent) : words.waits(preview.before)
    case 'steers':
      return words.steers(agent)
    case 'note':
      return words.note
    case 'command':
      return commands[preview.name].about
    case 'nothing':
      return ''
  }
}
