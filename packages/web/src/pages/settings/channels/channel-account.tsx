// One account: whether it is heard, and what a look at its platform finds.

import type { ChannelAccountJson, ChannelCheckJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Chip } from '../../../components/chip.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Moment } from '../../../components/moment.tsx'
import type { GlyphState } from '../../../components/state-glyph.tsx'
import { channelStrings } from '../../../channel-strings.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { AccountFindings, tellSum } from './account-findings.tsx'
import styles from './channels-section.module.css'

const words = channelStrings

const glyphs: Record<ChannelAccountJson['state'], GlyphState> = {
  waiting: 'running',
  heard: 'done',
  failing: 'failed',
}

interface Checked {
  check: ChannelCheckJson
  atMs: number
}

export function ChannelAccount({ account }: { account: ChannelAccountJson }) {
  const { channel, accountId, state, message, canBeChecked } = account
  const name = words.name(channel, accountId)
  const queries = useQueryClient()
  const announce = useAnnounce()
  const [checked, setChecked] = useState<Checked | null>(null)
  const look = useSubmit('checkChannel', {
    done: (check) => {
      setChecked({ check, atMs: Date.now() })
      announce(words.checked.told(name, tellSum(check)))
      void queries.invalidateQueries({ queryKey: ['listChannels'] })
    },
    // What was found before may not hold any more.
    failed: () => setChecked(null),
  })
  return (
    <li className={styles.account}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <Chip glyph={glyphs[state]}>{words.states[state]}</Chip>
        {canBeChecked ? (
          <span className={styles.act}>
            <Button
              look="quiet"
              aria-label={words.checkNamed(name)}
              isPending={look.isPending}
              onPress={() => look.submit({ path: { channel, account: accountId } })}
            >
              {words.check}
            </Button>
          </span>
        ) : null}
      </div>
      <AccountLine account={account} />
      {message === null ? null : (
        <p className={`${styles.message} ${state === 'failing' ? styles.failing : ''}`} dir="auto">
          {message}
        </p>
      )}
      {canBeChecked ? null : <p className={styles.facts}>{words.cannotCheck}</p>}
      {look.error ? <Failure error={look.error} /> : null}
      {checked ? <AccountFindings name={name} atMs={checked.atMs} check={checked.check} /> : null}
    </li>
  )
}

function AccountLine({ account }: { account: ChannelAccountJson }) {
  const { state, agentId, requireMention, servers, since } = account
  const format = useFormat()
  return (
    <div className={styles.line}>
      <span>{words.agent(agentId)}</span>
      <span>{words.mention(requireMention)}</span>
      <span>{words.servers(servers, format.count(servers))}</span>
      <span>
        {state === 'failing' ? words.lastTried : words.since} <Moment at={since} />
      </span>
    </div>
  )
}
