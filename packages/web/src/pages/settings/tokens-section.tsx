// API tokens: what other programs sign in with, in one's own name.

import type { TokenJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { editPages } from '../../api/edit-pages.ts'
import { useList } from '../../api/use-read.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions, useFocusReturn } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import { useRowDialog } from '../../components/row-dialog.ts'
import rows from '../../components/rows.module.css'
import { useFormat } from '../../format/format-context.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import { settingStrings } from '../../settings-strings.ts'
import { TokenDialog } from './token-dialog.tsx'
import { TokenRow } from './token-row.tsx'

export function TokensSection() {
  const words = settingStrings.tokens
  const [isMaking, setMaking] = useState(false)
  const makeButton = useRef<HTMLButtonElement>(null)
  const dialog = useRowDialog<TokenJson>((token) => token.id)
  useFocusReturn(isMaking, () => makeButton.current)
  return (
    <>
      <PageHeader
        title={strings.settings.sections.tokens}
        about={words.about}
        action={
          <Button look="primary" ref={makeButton} onPress={() => setMaking(true)}>
            <KeyRound size={16} strokeWidth={1.5} aria-hidden="true" />
            {words.make}
          </Button>
        }
      />
      <div ref={dialog.list} tabIndex={-1} role="group" aria-label={strings.settings.sections.tokens}>
        <FoundTokens onRevoke={dialog.ask} />
      </div>
      {isMaking ? <TokenDialog onClose={() => setMaking(false)} /> : null}
      {dialog.asked ? <RevokeDialog token={dialog.asked} onClose={dialog.close} /> : null}
    </>
  )
}

function FoundTokens({ onRevoke }: { onRevoke(token: TokenJson): void }) {
  const format = useFormat()
  const found = useList('listTokens', {})
  const words = settingStrings.tokens
  if (found.error instanceof CallError && found.items.length === 0) {
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  }
  if (found.isPending) return <Loading>{words.loading}</Loading>
  if (found.items.length === 0) return <EmptyState>{words.none}</EmptyState>
  return (
    <>
      <ul className={rows.rows}>
        {found.items.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => onRevoke(token)} />
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

function RevokeDialog({ token, onClose }: { token: TokenJson; onClose(): void }) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const words = settingStrings.tokens.revoking
  const revoke = useSubmit('revokeToken', {
    done: () => {
      editPages(queries, 'listTokens', (items) => items.filter((item) => item.id !== token.id))
      announce(words.done(token.name))
      onClose()
    },
  })
  return (
    <Dialog title={words.title(token.name)} role="alertdialog" onClose={onClose}>
      <p>{words.text}</p>
      {revoke.error ? <Failure error={revoke.error} /> : null}
      <DialogActions>
        <Button autoFocus onPress={onClose}>
          {strings.form.cancel}
        </Button>
        <Button
          look="danger"
          isPending={revoke.isPending}
          onPress={() => revoke.submit({ path: { id: token.id } })}
        >
          {words.submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
