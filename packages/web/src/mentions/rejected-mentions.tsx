// Who was named and will not hear of it, at the field where it was written: nobody has that handle, or they may not see the
// session, in which case whoever may lets them in.

import type { RejectedMentionJson } from '@heddle/contract'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSubmit } from '../api/use-submit.ts'
import { useClient } from '../api/client-context.tsx'
import { Button } from '../components/button.tsx'
import { Failure } from '../components/failure.tsx'
import { chooseOffers } from '../me/choose-offers.ts'
import { useMe } from '../me/me-context.tsx'
import { mentionStrings } from '../mention-strings.ts'
import { useAnnounce } from '../shell/status-region.tsx'
import { strings } from '../strings.ts'
import styles from './mentions.module.css'
import type { SeenBy } from './use-directory.ts'

const words = mentionStrings.rejected

export interface RejectedMentionsProps {
  session: SeenBy
  rejected: readonly RejectedMentionJson[]
  onDismiss(): void
}

export function RejectedMentions({ session, rejected, onDismiss }: RejectedMentionsProps) {
  const me = useMe()
  const announce = useAnnounce()
  const close = useRef<HTMLButtonElement>(null)
  const mayInvite =
    session.visibility === 'private' && session.state !== 'archived' && chooseOffers(me.role).sessions
  useEffect(() => announce(rejected.map(sentenceOf).join(' '), false), [rejected, announce])
  return (
    <section aria-label={words.label} className={styles.rejected}>
      <ul className={styles.rows}>
        {rejected.map((one) => (
          <li key={one.handle} className={styles.row}>
            <span dir="auto">{sentenceOf(one)}</span>
            {one.reason === 'not_a_member' && mayInvite ? (
              <Invite sessionId={session.id} handle={one.handle} onDone={() => close.current?.focus()} />
            ) : null}
          </li>
        ))}
      </ul>
      <Button ref={close} look="quiet" isIcon aria-label={words.dismiss} onPress={onDismiss}>
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </section>
  )
}

function sentenceOf({ handle, reason }: RejectedMentionJson): string {
  return reason === 'unknown' ? words.unknown(handle) : words.outside(handle)
}

function Invite(props: { sessionId: string; handle: string; onDone(): void }) {
  const { sessionId, handle, onDone } = props
  const client = useClient()
  const announce = useAnnounce()
  const [isDone, setDone] = useState(false)
  const [isReading, setReading] = useState(false)
  const add = useSubmit('changeSession', {
    done: () => {
      announce(words.invited(handle), false)
      setDone(true)
      onDone()
    },
  })
  if (isDone) return <span className={styles.done}>{words.invited(handle)}</span>
  const press = async () => {
    setReading(true)
    try {
      // As it is now: somebody may have been let in since the page read it.
      const { version, participants } = await client.call('readSession', { path: { id: sessionId } })
      const handles = [...participants.map((person) => person.handle), handle]
      add.submit({ path: { id: sessionId }, version, body: { participants: handles } })
    } catch {
      announce(strings.errors.byCode.unreachable.title)
    }
    setReading(false)
  }
  return (
    <>
      <Button
        look="quiet"
        aria-label={words.inviteNamed(handle)}
        isPending={isReading || add.isPending}
        onPress={() => void press()}
      >
        {words.invite}
      </Button>
      {add.error ? <Failure error={add.error} /> : null}
    </>
  )
}
