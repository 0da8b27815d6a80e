// Where one is signed in, and how to end it.

import type { SignInJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useList } from '../../api/use-read.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { Failure } from '../../components/failure.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import rows from '../../components/rows.module.css'
import { useFormat } from '../../format/format-context.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import { settingStrings } from '../../settings-strings.ts'

export function SignInsSection() {
  const words = settingStrings.signIns
  const found = useList('listSignIns', {})
  const list = useRef<HTMLDivElement>(null)
  const others = found.items.filter((item) => !item.current).length
  const end = useEnd('endSignIns', () => list.current?.focus())
  return (
    <>
      <PageHeader
        title={strings.settings.sections['sign-ins']}
        about={words.about}
        action={
          others > 0 ? (
            <Button isPending={end.isPending} onPress={() => end.submit({})}>
              {found.hasNextPage ? words.endAllOthers : words.endOthers(others)}
            </Button>
          ) : undefined
        }
      />
      {end.error ? <Failure error={end.error} /> : null}
      <div ref={list} tabIndex={-1} role="group" aria-label={strings.settings.sections['sign-ins']}>
        <FoundSignIns found={found} onEnded={() => list.current?.focus()} />
      </div>
    </>
  )
}

function FoundSignIns({
  found,
  onEnded,
}: {
  found: ReturnType<typeof useList<'listSignIns'>>
  onEnded(): void
}) {
  const format = useFormat()
  const words = settingStrings.signIns
  if (found.error instanceof CallError && found.items.length === 0) {
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  }
  if (found.isPending) return <Loading>{words.loading}</Loading>
  const count = found.items.length
  return (
    <>
      <ul className={rows.rows}>
        {found.items.map((signIn) => (
          <SignInRow key={signIn.id} signIn={signIn} onEnded={onEnded} />
        ))}
      </ul>
      {found.hasNextPage ? (
        <LoadMore
          shown={words.shown(format.count(count))}
          hasMore
          isLoading={found.isFetchingNextPage}
          onMore={() => void found.fetchNextPage()}
        />
      ) : null}
    </>
  )
}

function SignInRow({ signIn, onEnded }: { signIn: SignInJson; onEnded(): void }) {
  const words = settingStrings.signIns
  const end = useEnd('endSignIn', onEnded)
  const device = signIn.device === '' ? words.unknownDevice : signIn.device
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.name}>
          <span className={rows.text} title={device}>
            {device}
          </span>
          {signIn.current ? <Chip glyph="done">{words.current}</Chip> : null}
        </div>
        <div className={rows.below}>
          <span className={rows.mono}>{signIn.address}</span>
          <span>
            {words.lastSeen} <Moment at={signIn.lastSeenAt} />
          </span>
          <span className={rows.wide}>
            {words.since} <Moment at={signIn.createdAt} style="day" />
          </span>
        </div>
        {end.error ? <Failure error={end.error} /> : null}
      </div>
      {signIn.current ? null : (
        <Button
          look="quiet"
          aria-label={words.endNamed(device)}
          isPending={end.isPending}
          onPress={() => end.submit({ path: { id: signIn.id } })}
        >
          {words.end}
        </Button>
      )}
    </li>
  )
}

function useEnd<N extends 'endSignIn' | 'endSignIns'>(name: N, onEnded: () => void) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  return useSubmit(name, {
    done: () => {
      announce(settingStrings.signIns.ended)
      onEnded()
      void queries.invalidateQueries({ queryKey: ['listSignIns'] })
    },
  })
}
