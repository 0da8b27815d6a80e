// One quiet line while the demo model answers in a session, with the way to a real one. It is read where it stands and
// never called out; put away, it stays away for as long as the tab lives.

import type { SessionJson } from '@heddle/contract'
import { X } from 'lucide-react'
import { Link } from 'wouter'
import { useRead } from '../api/use-read.ts'
import { chooseOffers } from '../me/choose-offers.ts'
import { useMe } from '../me/me-context.tsx'
import { strings } from '../strings.ts'
import { Button } from './button.tsx'
import { isDemoSession } from './choose-demo.ts'
import styles from './demo-banner.module.css'
import { useDismissal } from './use-dismissal.ts'

export function DemoBanner({ session }: { session: Pick<SessionJson, 'agentId' | 'model'> }) {
  const me = useMe()
  const { isDismissed, dismiss } = useDismissal('demo-banner', 'tab')
  const agents = useRead('listAgents', {}, !isDismissed)
  const models = useRead('listModels', {}, !isDismissed && session.model !== null)
  const isDemo = isDemoSession({ session, agents: agents.data?.items, models: models.data?.items })
  if (isDismissed || !isDemo) return null
  const words = strings.demo
  return (
    <aside className={styles.banner} aria-label={words.label}>
      <p className={styles.text}>
        {words.text}{' '}
        {chooseOffers(me.role).team ? <Link href="/settings/models">{words.addKey}</Link> : words.askAdmin}
      </p>
      <Button look="quiet" isIcon aria-label={words.dismiss} onPress={dismiss}>
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </aside>
  )
}
