// The invites, newest first, with what became of each; open ones can be withdrawn.

import type { InviteJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../api/call-error.ts'
import { editPages } from '../../api/edit-pages.ts'
import { useList } from '../../api/use-read.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { DangerActions } from '../../components/danger-actions.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import { useRowDialog } from '../../components/row-dialog.ts'
import rows from '../../components/rows.module.css'
import type { GlyphState } from '../../components/state-glyph.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import { inviteStrings, memberStrings } from '../../member-strings.ts'
import styles from './members-page.module.css'

const glyphs: Record<InviteJson['state'], GlyphState> = {
  open: 'waiting',
  used: 'done',
  expired: 'failed',
  revoked: 'failed',
}

export function InviteList({ onInvite }: { onInvite(): void }) {
  const format = useFormat()
  const found = useList('listInvites', {})
  const dialog = useRowDialog<InviteJson>((invite) => invite.id)
  const words = inviteStrings
  if (found.error instanceof CallError && found.items.length === 0) {
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  }
  if (found.isPending) return <Loading>{words.loading}</Loading>
  if (found.items.length === 0) {
    return (
      <EmptyState action={<Button onPress={onInvite}>{memberStrings.invite}</Button>}>
        {words.none}
      </EmptyState>
    )
  }
  const count = found.items.length
  return (
    <div
      ref={dialog.list}
      tabIndex={-1}
      role="group"
      aria-label={memberStrings.invites}
      className={styles.part}
    >
      <ul className={rows.rows}>
        {found.items.map((invite) => (
          <InviteRow key={invite.id} invite={invite} onWithdraw={() => dialog.ask(invite)} />
        ))}
      </ul>
      <LoadMore
        shown={words.shown(count, format.count(count), found.hasNextPage)}
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        onMore={() => void found.fetchNextPage()}
      />
      {dialog.asked ? <WithdrawDialog invite={dialog.asked} onClose={dialog.close} /> : null}
    </div>
  )
}

function InviteRow({ invite, onWithdraw }: { invite: InviteJson; onWithdraw(): void }) {
  const words = inviteStrings
  const title = titleOf(invite)
  return (
    <li className={`${rows.row} ${rows.single}`} data-row={invite.id}>
      <div className={rows.main}>
        <div className={rows.name}>
          <span className={rows.text} title={title}>
            {title}
          </span>
        </div>
        <div className={rows.below}>
          <span>{strings.roles[invite.role].title}</span>
          <span>
            {words.when[invite.state]}{' '}
            <Moment at={invite.state === 'open' ? invite.expiresAt : invite.createdAt} />
          </span>
        </div>
      </div>
      <span className={styles.state}>
        <Chip glyph={glyphs[invite.state]}>{words.states[invite.state]}</Chip>
      </span>
      <span className={styles.withdraw}>
        {invite.state === 'open' ? (
          <Button look="quiet" aria-label={words.withdrawNamed(title)} onPress={onWithdraw}>
            {words.withdraw}
          </Button>
        ) : null}
      </span>
    </li>
  )
}

function WithdrawDialog({ invite, onClose }: { invite: InviteJson; onClose(): void }) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const words = inviteStrings.withdrawing
  const withdraw = useSubmit('revokeInvite', {
    done: () => {
      editPages(queries, 'listInvites', (items) => items.map((item) => withdrawn(item, invite.id)))
      announce(words.done)
      onClose()
    },
  })
  return (
    <Dialog title={words.title} role="alertdialog" onClose={onClose}>
      <p>{words.text(invite.note)}</p>
      <DangerActions
        submit={words.submit}
        error={withdraw.error}
        isPending={withdraw.isPending}
        onSubmit={() => withdraw.submit({ path: { id: invite.id } })}
        onClose={onClose}
      />
    </Dialog>
  )
}

function withdrawn(invite: InviteJson, id: string): InviteJson {
  return invite.id === id ? { ...invite, state: 'revoked' } : invite
}

function titleOf(invite: InviteJson): string {
  if (invite.note !== '') return invite.note
  // Made by nobody: the link that the first start prints.
  return invite.createdBy === null && invite.role === 'owner' ? inviteStrings.ownerLink : inviteStrings.noNote
}
