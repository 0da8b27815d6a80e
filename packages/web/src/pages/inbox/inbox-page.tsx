// What needs the reader, from all sessions: what they were told and have not read, or all of it.

import { useSearch, useLocation } from 'wouter'
import { Button } from '../../components/button.tsx'
import { FilterGroup } from '../../components/filter-group.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { inboxPageStrings } from '../../inbox-page-strings.ts'
import type { Show } from '../../inbox/inbox-change.ts'
import { useInbox } from '../../inbox/inbox-context.tsx'
import { inboxPath } from '../../shell/destinations.ts'
import { PageHeader } from '../../shell/page-header.tsx'
import { strings } from '../../strings.ts'
import { NothingHere } from '../not-found/nothing-here.tsx'
import { AskNotices } from './ask-notices.tsx'
import styles from './inbox.module.css'
import { InboxList } from './inbox-list.tsx'
import { useInboxActs } from './use-inbox-acts.ts'

const words = inboxPageStrings
const shows = ['unread', 'all'] as const

export function InboxPage() {
  const { isOn } = useInbox()
  return isOn === false ? <NothingHere /> : <Inside />
}

function Inside() {
  const { unread } = useInbox()
  const format = useFormat()
  const acts = useInboxActs()
  const [, navigate] = useLocation()
  const show: Show = new URLSearchParams(useSearch()).get('show') === 'all' ? 'all' : 'unread'
  return (
    <>
      <PageHeader
        title={strings.inbox.title}
        about={unread === 0 ? words.about : strings.inbox.count(format.count(unread))}
        action={unread === 0 ? undefined : <Button onPress={acts.allDone}>{words.doneAll}</Button>}
      />
      <div className={styles.page}>
        <AskNotices />
        <FilterGroup
          label={words.filter.label}
          values={shows}
          titles={words.filter}
          value={show}
          onChange={(next) =>
            navigate(next === 'all' ? `${inboxPath}?show=all` : inboxPath, { replace: true })
          }
        />
        <InboxList key={show} show={show} acts={acts} />
      </div>
    </>
  )
}
