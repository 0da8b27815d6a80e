// All sessions that one may see, found by title, and the way to a new one.

import { limits } from '@heddle/contract'
import { useState } from 'react'
import { SearchField } from '../../components/search-field.tsx'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { strings } from '../../strings.ts'
import { NewSession } from './new-session.tsx'
import { SessionList } from './session-list.tsx'
import styles from './sessions-page.module.css'

export function SessionsPage() {
  const me = useMe()
  const [text, setText] = useState('')
  const words = strings.sessions
  return (
    <div className={styles.page}>
      <PageHeader
        title={words.title}
        action={chooseOffers(me.role).sessions ? <NewSession look="primary" /> : undefined}
      />
      <SearchField label={words.search} maxLength={limits.searchTextCharsMax} onSearch={setText} />
      <SessionList text={text} />
    </div>
  )
}
