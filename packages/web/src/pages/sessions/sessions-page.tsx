// What stands beside the list as long as no session is chosen.

import { EmptyState } from '../../components/empty-state.tsx'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { GettingStarted } from '../home/getting-started.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { strings } from '../../strings.ts'
import { NewSession } from './new-session.tsx'
import styles from './sessions-page.module.css'

export function SessionsPage() {
  const me = useMe()
  const mayBegin = chooseOffers(me.role).sessions
  return (
    <div className={styles.page}>
      <PageHeader title={strings.sessions.title} />
      <EmptyState action={mayBegin ? <NewSession look="primary" /> : undefined}>
        {mayBegin ? strings.shell.list.noneChosen : strings.shell.list.noneChosenByViewer}
      </EmptyState>
      <GettingStarted />
    </div>
  )
}
