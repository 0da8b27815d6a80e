// Everyone who is here, and the links by which others come.

import { UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { Button } from '../../components/button.tsx'
import { useFocusReturn } from '../../components/dialog.tsx'
import { TabLinks } from '../../components/tab-links.tsx'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { memberStrings } from '../../member-strings.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteList } from './invite-list.tsx'
import { MemberList } from './member-list.tsx'
import styles from './members-page.module.css'

export function MembersPage() {
  const offers = chooseOffers(useMe().role)
  const [isInviting, setInviting] = useState(false)
  const inviteButton = useRef<HTMLButtonElement>(null)
  useFocusReturn(isInviting, () => inviteButton.current)
  const words = memberStrings
  const open = () => setInviting(true)
  return (
    <div className={styles.page}>
      <PageHeader
        title={words.title}
        action={
          offers.invites ? (
            <Button look="primary" ref={inviteButton} onPress={open}>
              <UserPlus size={16} strokeWidth={1.5} aria-hidden="true" />
              {words.invite}
            </Button>
          ) : undefined
        }
      />
      {offers.invites ? (
        <TabLinks
          label={words.parts}
          links={[
            { href: '/members', title: words.people },
            { href: '/members/invites', title: words.invites },
          ]}
        />
      ) : null}
      <Switch>
        <Route path="/members">
          <MemberList />
        </Route>
        <Route path="/members/invites">
          {offers.invites ? <InviteList onInvite={open} /> : <Redirect to="/members" replace />}
        </Route>
        <Route>
          <Redirect to="/members" replace />
        </Route>
      </Switch>
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </div>
  )
}
