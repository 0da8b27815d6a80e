// What one is told of and where, and the notices of this browser. A choice holds at once and is saved behind it; if
// saving fails, it goes back.

import { type NotificationKind, type NotificationPreferencesJson, notificationKinds } from '@heddle/contract'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { Checkbox } from 'react-aria-components'
import { Link } from 'wouter'
import { CallError } from '../../../api/call-error.ts'
import { useList, useRead } from '../../../api/use-read.ts'
import { Failure } from '../../../components/failure.tsx'
import { Loading } from '../../../components/loading.tsx'
import choice from '../../../components/choice.module.css'
import { notificationStrings } from '../../../notification-strings.ts'
import { PageHeader } from '../../../shell/page-header.tsx'
import { strings } from '../../../strings.ts'
import page from '../settings-page.module.css'
import { choose, chooseChannels, isTold, type SettableChannel, whyFixed } from './choose-told.ts'
import { NoticesBlock } from './notices-block.tsx'
import styles from './notifications-section.module.css'
import { useSaveChoice } from './use-save-choice.ts'

const words = notificationStrings

export function NotificationsSection() {
  const preferences = useRead('readPreferences', {})
  const links = useList('listLinks', {})
  return (
    <>
      <PageHeader title={strings.settings.sections.notifications} about={words.about} />
      {preferences.error instanceof CallError && !preferences.data ? (
        <Failure error={preferences.error} onRetry={() => void preferences.refetch()} />
      ) : preferences.data && !links.isPending ? (
        <Choices chosen={preferences.data.notifications} channels={chooseChannels(links.items)} />
      ) : (
        <Loading>{words.loading}</Loading>
      )}
      <NoticesBlock />
    </>
  )
}

interface ChoicesProps {
  chosen: NotificationPreferencesJson
  channels: readonly SettableChannel[]
}

function Choices({ chosen, channels }: ChoicesProps) {
  const { error, save } = useSaveChoice()
  const alwaysId = useId()
  const mutedId = useId()
  const whyId = { always: alwaysId, muted: mutedId }
  return (
    <div className={styles.part}>
      {error ? <Failure error={error} /> : null}
      <Checkbox
        className={`${choice.choice} ${styles.mute}`}
        isSelected={chosen.muteChatter}
        onChange={(muteChatter) => save((held) => ({ ...held, muteChatter }))}
      >
        <Square />
        <span className={choice.words}>
          <span className={choice.title}>{words.mute}</span>
          <span id={mutedId} className={choice.about}>
            {words.muteAbout}
          </span>
        </span>
      </Checkbox>
      <table className={styles.table} aria-label={words.table}>
        <thead>
          <tr>
            <th scope="col">{words.kind}</th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className={styles.channel}>
                {words.channels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {notificationKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row" className={styles.kind}>
                <span className={styles.title}>{words.kinds[kind].title}</span>
                <span className={styles.about}>{words.kinds[kind].about}</span>
                {kind === 'mention' ? (
                  <span id={alwaysId} className={styles.about}>
                    {words.always}
                  </span>
                ) : null}
              </th>
              {channels.map((channel) => {
                const fixed = whyFixed(chosen, kind, channel)
                return (
                  <td key={channel} className={styles.channel}>
                    <Cell
                      kind={kind}
                      channel={channel}
                      isOn={isTold(chosen, kind, channel)}
                      describedBy={fixed && whyId[fixed]}
                      onChange={(isOn) => save((held) => choose(held, kind, channel, isOn))}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {channels.length > 1 ? (
        <p className={page.about}>{words.grace}</p>
      ) : (
        <p className={page.about}>
          {words.notLinked} <Link href="/settings">{words.link}</Link>
        </p>
      )}
    </div>
  )
}

interface CellProps {
  kind: NotificationKind
  channel: SettableChannel
  isOn: boolean
  /** Why it cannot be changed. */
  describedBy: string | undefined
  onChange(isOn: boolean): void
}

function Cell({ kind, channel, isOn, describedBy, onChange }: CellProps) {
  return (
    <Checkbox
      className={`${choice.choice} ${styles.cell}`}
      aria-label={words.cell(words.kinds[kind].title, words.channels[channel])}
      isSelected={isOn}
      isDisabled={describedBy !== undefined}
      onChange={onChange}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
    >
      <Square />
    </Checkbox>
  )
}

function Square() {
  return (
    <span className={`${choice.mark} ${choice.square}`} aria-hidden="true">
      <Check size={12} strokeWidth={2.5} />
    </span>
  )
}
