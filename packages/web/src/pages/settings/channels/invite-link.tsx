// The link by which whoever runs a server lets an account in: to open, or to copy for somebody else.

import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { copyText } from '../../../components/copy-text.ts'
import { channelStrings } from '../../../channel-strings.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import styles from './channels-section.module.css'

const words = channelStrings.invite

export function InviteLink({ url }: { url: string }) {
  const shown = useRef<HTMLElement>(null)
  const announce = useAnnounce()
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none')
  const copy = async () => {
    const isCopied = await copyText(url, shown.current)
    setOutcome(isCopied ? 'copied' : 'refused')
    announce(isCopied ? words.copied : strings.once.copyByHand)
  }
  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <div className={styles.invite}>
      <p>
        <span className={styles.thing}>{words.label}</span>{' '}
        <span className={styles.facts}>{words.about}</span>
      </p>
      <code ref={shown} className={styles.url}>
        {url}
      </code>
      <div className={styles.acts}>
        <Button onPress={() => void copy()}>
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          {outcome === 'copied' ? strings.once.copied : strings.once.copy}
        </Button>
        {url.startsWith('https://') ? (
          <a href={url} target="_blank" rel="noreferrer noopener">
            {words.open}
          </a>
        ) : null}
        {outcome === 'refused' ? <p className={styles.facts}>{strings.once.copyByHand}</p> : null}
      </div>
    </div>
  )
}
