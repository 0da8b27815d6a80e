// Says that agents are set in the file, with lines to copy.

import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../components/button.tsx'
import { copyText } from '../../components/copy-text.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { agentStrings } from '../../models-strings.ts'
import styles from './agents.module.css'
import { writeAgentSnippet } from './write-agent-snippet.ts'

export function AgentFile() {
  const me = useMe()
  const { data } = useRead('listAgents', {})
  const box = useRef<HTMLElement>(null)
  const announce = useAnnounce()
  const [isCopied, setCopied] = useState(false)
  const words = agentStrings.file
  if (!data || !chooseOffers(me.role).team) return null
  const snippet = writeAgentSnippet(data.items)
  const copy = async () => {
    const done = await copyText(snippet, box.current)
    setCopied(done)
    announce(done ? words.copied : words.copyByHand)
  }
  return (
    <section className={styles.file} aria-labelledby="agent-file-title">
      <h2 id="agent-file-title">{words.title}</h2>
      <p className={styles.about}>{words.about}</p>
      <div className={styles.snippet}>
        <pre className={styles.lines} tabIndex={0} role="group" aria-label={words.label}>
          <code ref={box}>{snippet}</code>
        </pre>
        <Button onPress={() => void copy()}>
          {isCopied ? (
            <Check size={16} strokeWidth={1.5} aria-hidden="true" />
          ) : (
            <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
          )}
          {isCopied ? words.copied : words.copy}
        </Button>
      </div>
      <p className={styles.about}>{words.after}</p>
    </section>
  )
}
