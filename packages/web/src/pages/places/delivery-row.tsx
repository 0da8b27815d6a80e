// One delivery: what it says, where it goes, how far it has come and why, and the ways to its place and to where it was
// said.

import type { DeliveryJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { useSubmit } from '../../api/use-submit.ts'
import { AttachmentList } from '../../components/attachment-list.tsx'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import { Moment } from '../../components/moment.tsx'
import rows from '../../components/rows.module.css'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { placeStrings } from '../../place-strings.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { chooseDeliveryState } from './choose-delivery-state.ts'
import { nameConversation } from './name-place.ts'
import styles from './places.module.css'

const words = placeStrings.deliveries

interface DeliveryRowProps {
  delivery: DeliveryJson
  onDismiss(): void
}

export const DeliveryRow = memo(function DeliveryRow({ delivery, onDismiss }: DeliveryRowProps) {
  const { glyph, word, about } = chooseDeliveryState(delivery)
  const text = nameOf(delivery)
  return (
    <li className={`${rows.row} ${styles.row}`} data-row={delivery.id}>
      <div className={rows.main}>
        <div className={styles.first}>
          <span className={styles.state}>
            <StateGlyph state={glyph} />
            <b className={glyph === 'failed' ? styles.bad : ''}>{word}</b>
          </span>
          <bdi className={styles.place}>{nameConversation(delivery.conversation)}</bdi>
        </div>
        {isFilesAlone(delivery) ? null : (
          <p className={styles.text} dir="auto">
            {delivery.kind === 'message' && delivery.text === '' ? words.noText : text}
          </p>
        )}
        <AttachmentList items={delivery.attachments} isSmall />
        {about === undefined ? null : (
          <p className={styles.reason} dir="auto">
            {about} {delivery.detail}
          </p>
        )}
        <Facts delivery={delivery} />
      </div>
      <Acts delivery={delivery} text={text} onDismiss={onDismiss} />
    </li>
  )
})

/** What it is called where one is asked about it. */
function nameOf(delivery: DeliveryJson): string {
  if (delivery.text !== '') return delivery.text
  if (isFilesAlone(delivery)) return delivery.attachments.map(({ name }) => name).join(', ')
  return words.kinds[delivery.kind]
}

function isFilesAlone({ kind, text, attachments }: DeliveryJson): boolean {
  return kind === 'message' && text === '' && attachments.length > 0
}

function Facts({ delivery }: { delivery: DeliveryJson }) {
  const { kind, persona, part, parts, attempts, nextAt, sentAt, createdAt, sessionId, eventId, runId } =
    delivery
  return (
    <div className={rows.below}>
      {kind === 'message' ? null : <span>{words.kinds[kind]}</span>}
      {persona === null ? null : <span dir="auto">{words.as(persona)}</span>}
      {parts > 1 ? <span>{words.part(part + 1, parts)}</span> : null}
      {attempts > 0 ? <span>{words.attempts(attempts)}</span> : null}
      {nextAt === null || sentAt !== null ? null : (
        <span>
          {words.next} <Moment at={nextAt} />
        </span>
      )}
      <span>
        {sentAt === null ? words.madeAt : words.sentAt} <Moment at={sentAt ?? createdAt} />
      </span>
      {delivery.conversation === null || !isWebAddress(delivery.link) ? null : (
        <span>
          <a href={delivery.link ?? ''} target="_blank" rel="noreferrer noopener">
            {words.onPlatform(delivery.conversation.channel)}{' '}
            <ExternalLink size={12} strokeWidth={2} aria-hidden="true" />
          </a>
        </span>
      )}
      {sessionId === null || eventId === null ? null : (
        <span>
          <Link href={`/sessions/${sessionId}?at=${eventId}`}>{words.toEvent}</Link>
        </span>
      )}
      {runId === null ? null : (
        <span>
          <Link href={`/runs/${runId}`}>{words.toRun}</Link>
        </span>
      )}
    </div>
  )
}

/** It comes from a platform: nothing that could run here. */
function isWebAddress(link: string | null): boolean {
  return link !== null && /^https?:\/\//i.test(link)
}

function Acts({ delivery, text, onDismiss }: DeliveryRowProps & { text: string }) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const resend = useSubmit('resendDelivery', {
    done: ({ state, reason }) => {
      void queries.invalidateQueries({ queryKey: ['listDeliveries'] })
      if (state === 'withdrawn') announce(words.toldOnPage)
      else announce(reason === 'held' ? words.resentHeld : words.resent)
    },
  })
  if (!delivery.mayResend && !delivery.mayDismiss) return null
  return (
    <>
      <div className={styles.acts}>
        {delivery.mayResend ? (
          <Button
            look="quiet"
            aria-label={words.resendNamed(text)}
            isPending={resend.isPending}
            onPress={() => resend.submit({ path: { id: delivery.id } })}
          >
            {words.resend}
          </Button>
        ) : null}
        {delivery.mayDismiss ? (
          <Button look="quiet" aria-label={words.dismissNamed(text)} onPress={onDismiss}>
            {words.dismiss}
          </Button>
        ) : null}
      </div>
      {resend.error ? <Failure error={resend.error} /> : null}
    </>
  )
}
