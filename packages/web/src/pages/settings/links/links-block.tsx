// Accounts elsewhere that are one's own: which there are, one more, one less.

import type { LinkJson } from '@heddle/contract'
import { useRef, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { useList } from '../../../api/use-read.ts'
import { Button } from '../../../components/button.tsx'
import { useFocusReturn } from '../../../components/dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { LoadMore } from '../../../components/load-more.tsx'
import { Loading } from '../../../components/loading.tsx'
import { Moment } from '../../../components/moment.tsx'
import { useRowDialog } from '../../../components/row-dialog.ts'
import rows from '../../../components/rows.module.css'
import { linkStrings } from '../../../channel-strings.ts'
import { useFormat } from '../../../format/format-context.tsx'
import page from '../settings-page.module.css'
import { LinkDialog } from './link-dialog.tsx'
import { RemoveLinkDialog } from './remove-link-dialog.tsx'

const words = linkStrings

export function LinksBlock() {
  const [isAdding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const dialog = useRowDialog<LinkJson>(({ id }) => id)
  useFocusReturn(isAdding, () => addButton.current)
  return (
    <section className={page.block} aria-labelledby="links-title">
      <div>
        <h2 id="links-title">{words.title}</h2>
        <p className={page.about}>{words.about}</p>
      </div>
      <div ref={dialog.list} tabIndex={-1} role="group" aria-labelledby="links-title">
        <FoundLinks onRemove={dialog.ask} />
      </div>
      <div>
        <Button ref={addButton} onPress={() => setAdding(true)}>
          {words.add}
        </Button>
      </div>
      {isAdding ? <LinkDialog onClose={() => setAdding(false)} /> : null}
      {dialog.asked ? <RemoveLinkDialog link={dialog.asked} onClose={dialog.close} /> : null}
    </section>
  )
}

function FoundLinks({ onRemove }: { onRemove(link: LinkJson): void }) {
  const format = useFormat()
  const found = useList('listLinks', {})
  if (found.error instanceof CallError && found.items.length === 0) {
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  }
  if (found.isPending) return <Loading>{words.loading}</Loading>
  if (found.items.length === 0) return <p className={page.about}>{words.none}</p>
  return (
    <>
      <ul className={rows.rows}>
        {found.items.map((link) => (
          <LinkRow key={link.id} link={link} onRemove={() => onRemove(link)} />
        ))}
      </ul>
      {found.hasNextPage ? (
        <LoadMore
          shown={words.shown(format.count(found.items.length))}
          hasMore
          isLoading={found.isFetchingNextPage}
          onMore={() => void found.fetchNextPage()}
        />
      ) : null}
    </>
  )
}

function LinkRow({ link, onRemove }: { link: LinkJson; onRemove(): void }) {
  return (
    <li className={rows.row} data-row={link.id}>
      <div className={rows.main}>
        <div className={rows.name}>
          <bdi className={rows.text} title={link.name}>
            {link.name}
          </bdi>
        </div>
        <div className={rows.below}>
          <span>{words.where(link.channel, link.accountId)}</span>
          <span className={rows.mono}>{link.platformId}</span>
          <span>
            {words.linked} <Moment at={link.linkedAt} />
          </span>
        </div>
      </div>
      <Button look="quiet" aria-label={words.removeNamed(link.name)} onPress={onRemove}>
        {words.remove}
      </Button>
    </li>
  )
}
