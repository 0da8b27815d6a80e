// Settings → Channels: the accounts by which agents are talked to elsewhere, and whether each is heard.

import type { ChannelAccountJson } from '@heddle/contract'
import { CallError } from '../../../api/call-error.ts'
import { useRead } from '../../../api/use-read.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Loading } from '../../../components/loading.tsx'
import { channelStrings } from '../../../channel-strings.ts'
import { PageHeader } from '../../../shell/page-header.tsx'
import { strings } from '../../../strings.ts'
import { ChannelAccount } from './channel-account.tsx'
import styles from './channels-section.module.css'
import { chooseNextLook } from './choose-next-look.ts'

const words = channelStrings

export function ChannelsSection() {
  const found = useRead('listChannels', {}, true, (data) => chooseNextLook(data?.items))
  return (
    <>
      <PageHeader title={strings.settings.sections.channels} about={words.about} />
      {found.data ? (
        <Accounts accounts={found.data.items} />
      ) : found.error instanceof CallError ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading>{words.loading}</Loading>
      )}
    </>
  )
}

function Accounts({ accounts }: { accounts: readonly ChannelAccountJson[] }) {
  if (accounts.length === 0) return <EmptyState action={<HowToConnect />}>{words.none}</EmptyState>
  return (
    <ul className={styles.accounts} aria-label={words.list}>
      {accounts.map((account) => (
        <ChannelAccount key={`${account.channel}/${account.accountId}`} account={account} />
      ))}
    </ul>
  )
}

function HowToConnect() {
  return (
    <>
      {/* It may be wider than a phone: the keyboard can scroll it, too. */}
      <pre className={styles.example} tabIndex={0} role="region" aria-label={words.exampleLabel}>
        {words.example}
      </pre>
      <p className={styles.guide}>
        <a href={words.portalUrl} target="_blank" rel="noreferrer noopener">
          {words.portal}
        </a>
      </p>
      <p className={styles.guide}>
        {words.guide} <code>{words.guidePath}</code>
      </p>
    </>
  )
}
