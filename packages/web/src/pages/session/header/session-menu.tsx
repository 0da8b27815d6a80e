// What else can be done with a session. On a phone it is the only way to most of it.

import type { EventJson, WholeSessionJson } from '@heddle/contract'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions, useFocusReturn } from '../../../components/dialog.tsx'
import { MenuButton, type MenuEntry } from '../../../components/menu-button.tsx'
import { useMe } from '../../../me/me-context.tsx'
import { searchPath } from '../../../shell/destinations.ts'
import { strings } from '../../../strings.ts'
import { budgetList, peopleDialog, renameDialog } from '../dialogs-later.ts'
import { useFork } from '../timeline/use-fork.ts'
import { useCopy } from '../use-copy.ts'
import { chooseMenu, type SessionAction } from './choose-menu.ts'
import type { Present } from './choose-present.ts'
import { CostFigures } from './cost-figures.tsx'
import { useArchive } from './use-archive.ts'

interface SessionMenuProps {
  session: WholeSessionJson
  /** That answered so far. */
  models: readonly string[]
  present: readonly Present[]
  /** The last entry that a fork would take along; without it nothing can be forked. */
  last: EventJson | undefined
  onChanged(session: WholeSessionJson): void
}

export function SessionMenu({ session, models, present, last, onChanged }: SessionMenuProps) {
  const me = useMe()
  const button = useRef<HTMLButtonElement>(null)
  const [dialog, setDialog] = useState<'rename' | 'people' | 'usage' | null>(null)
  const [, navigate] = useLocation()
  const copy = useCopy()
  const archive = useArchive(session.id, onChanged)
  const fork = useFork(session.id)
  useFocusReturn(dialog !== null, () => button.current)
  const words = strings.composer.header
  const act = (action: SessionAction) => {
    switch (action) {
      case 'rename':
      case 'people':
      case 'usage':
        return setDialog(action)
      case 'search':
        return navigate(`${searchPath}?session=${session.id}`)
      case 'copyLink':
        return copy.link(session.id)
      case 'fork':
        return last === undefined ? undefined : fork(last)
      case 'archive':
        return archive.putIn()
      case 'unarchive':
        return archive.takeOut()
    }
  }
  const entries = chooseMenu(me, session, last !== undefined).map(
    (id): MenuEntry<SessionAction> => ({ id, title: words[id] }),
  )
  const close = () => setDialog(null)
  return (
    <>
      <MenuButton label={words.menu} entries={entries} onAction={act} buttonRef={button} />
      {dialog === 'rename' ? (
        <renameDialog.Part session={session} onChanged={onChanged} onClose={close} />
      ) : null}
      {dialog === 'people' ? (
        <peopleDialog.Part session={session} present={present} onChanged={onChanged} onClose={close} />
      ) : null}
      {dialog === 'usage' ? (
        <Dialog title={words.usage} onClose={close}>
          <CostFigures usage={session.usage} models={models} />
          <budgetList.Part sessionId={session.id} />
          <DialogActions>
            <Button onPress={close}>{strings.session.people.close}</Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </>
  )
}
