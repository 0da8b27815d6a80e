// The audit log: decisions of consequence, newest first.

import type { AuditJson } from '@heddle/contract'
import { CallError } from '../../api/call-error.ts'
import { useList } from '../../api/use-read.ts'
import { Chip } from '../../components/chip.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import rows from '../../components/rows.module.css'
import { useFormat } from '../../format/format-context.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { strings } from '../../strings.ts'
import { settingStrings } from '../../settings-strings.ts'
import styles from './audit-section.module.css'

export function AuditSection() {
  const words = settingStrings.audit
  return (
    <>
      <PageHeader title={strings.settings.sections.audit} about={words.about} />
      <FoundAudit />
    </>
  )
}

function FoundAudit() {
  const format = useFormat()
  const found = useList('listAudit', {})
  const words = settingStrings.audit
  if (found.error instanceof CallError && found.items.length === 0) {
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  }
  if (found.isPending) return <Loading>{words.loading}</Loading>
  const count = found.items.length
  if (count === 0) return <EmptyState>{words.none}</EmptyState>
  return (
    <div>
      <ul className={rows.rows}>
        {found.items.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <LoadMore
        shown={words.shown(count, format.count(count), found.hasNextPage)}
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        onMore={() => void found.fetchNextPage()}
      />
    </div>
  )
}

function AuditRow({ entry }: { entry: AuditJson }) {
  const words = settingStrings.audit
  const who = entry.actor.name === '' ? entry.actor.kind : entry.actor.name
  const detail = entry.resource === null ? entry.detail : { resource: entry.resource, ...entry.detail }
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <p className={styles.sentence}>
          <span className={styles.who}>{who}</span> {words.actions[entry.action] ?? words.unknownAction}
        </p>
        <div className={rows.below}>
          <Moment at={entry.at} style="exact" />
          <code>{entry.action}</code>
        </div>
        {Object.keys(detail).length > 0 ? (
          <details className={styles.detail}>
            <summary>{words.detail}</summary>
            <pre tabIndex={0} aria-label={words.detail}>
              {JSON.stringify(detail, null, 2)}
            </pre>
          </details>
        ) : null}
      </div>
      {entry.outcome === 'refused' ? <Chip glyph="failed">{words.refused}</Chip> : null}
    </li>
  )
}
