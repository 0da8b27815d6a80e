// What came of it that a reply mentioned agents: each hears it, or does not and why. Who does not is also said aloud.

import type { PostedReplyJson } from '@heddle/contract'
import { useEffect } from 'react'
import { discussionStrings } from '../../../discussion-strings.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import styles from './discussion.module.css'

type Called = NonNullable<PostedReplyJson['agents']>

export function CalledAgents({ agents }: { agents: Called }) {
  const announce = useAnnounce()
  useEffect(() => {
    const refused = agents.filter((agent) => agent.refused)
    if (refused.length > 0) announce(refused.map(sentenceOf).join(' '), false)
  }, [agents, announce])
  return (
    <ul className={styles.called}>
      {agents.map((agent) => (
        <li key={agent.handle} dir="auto">
          {sentenceOf(agent)}
        </li>
      ))}
    </ul>
  )
}

function sentenceOf({ handle, refused }: Called[number]): string {
  const words = discussionStrings.called
  return refused ? words.refused(`@${handle}`, refused.message) : words.hears(`@${handle}`)
}
