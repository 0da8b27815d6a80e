// A code that is to be said elsewhere. While it is shown, the list is read again and again: the account that the code
// brought ends it.

import type { LinkJson, OfferedLinkJson } from '@heddle/contract'
import { useEffect, useRef } from 'react'
import { useRead } from '../../../api/use-read.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Moment } from '../../../components/moment.tsx'
import { ShownOnce } from '../../../components/shown-once.tsx'
import { linkStrings } from '../../../channel-strings.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'

const words = linkStrings.offered
const lookAgainMs = 3_000

export function OfferedCode(props: {
  offered: OfferedLinkJson
  onLinked(link: LinkJson): void
  onClose(): void
}) {
  const { offered, onLinked, onClose } = props
  const format = useFormat()
  useNewLink(onLinked)
  return (
    <Dialog title={words.title} onClose={onClose} isDismissable={false}>
      <ShownOnce label={words.label} text={offered.say} />
      {format.isPast(offered.expiresAt) ? (
        <p>{words.ended}</p>
      ) : (
        <p>
          {words.ends} <Moment at={offered.expiresAt} />. {words.waiting}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{strings.form.done}</Button>
      </DialogActions>
    </Dialog>
  )
}

function useNewLink(onLinked: (link: LinkJson) => void): void {
  const found = useRead('listLinks', {}, true, () => lookAgainMs)
  const before = useRef<ReadonlySet<string> | null>(null)
  const tell = useRef(onLinked)
  tell.current = onLinked
  useEffect(() => {
    // What the cache still holds from the last time is older than the code.
    if (!found.data || !found.isFetchedAfterMount) return
    const items = found.data.items
    before.current ??= new Set(items.map(({ id }) => id))
    const linked = items.find(({ id }) => before.current?.has(id) === false)
    if (linked) tell.current(linked)
  }, [found.data, found.isFetchedAfterMount])
}
