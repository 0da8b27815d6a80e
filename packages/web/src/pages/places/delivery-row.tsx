// One delivery: what it says, where it goes, how far it has come and why, and what can be done about it.

import type { DeliveryJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { useForgetWhenBack } from '../../api/use-forget-when-back.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { AttachmentList } from '../../components/attachment-list.tsx'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import rows from '../../components/rows.module.css'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { placeStrings } from '../../place-strings.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { chooseDeliveryState } from './choose-delivery-state.ts'
import { DeliveryFacts } from './delivery-facts.tsx'
import { isFilesAlone, nameDelivery } from './name-delivery.ts'
import { nameDeliveryPlace } from './name-place.ts'
import styles from './places.module.css'

const words = placeStrings.deliveries

interface DeliveryRowProps {
  delivery: DeliveryJson
  /** Somebody came for this one. */
  isAsked: boolean
  onDismiss(): void
}

export const DeliveryRow = memo(function DeliveryRow({ delivery, isAsked, onDismiss }: DeliveryRowProps) {
  const { glyph, word } = chooseDeliveryState(delivery)
  const resend = useResend()
  const hasActs = delivery.mayResend || delivery.mayDismiss
  return (
    <li
      className={`${rows.row} ${styles.row} ${isAsked ? styles.asked : ''}`}
      data-row={delivery.id}
      tabIndex={isAsked ? -1 : undefined}
      aria-current={isAsked ? true : undefined}
    >
      <div className={rows.main}>
        <div className={styles.first}>
          <span className={styles.state}>
            <StateGlyph state={glyph} />
            <b className={glyph === 'failed' ? styles.bad : ''}>{word}</b>
          </span>
          <bdi className={styles.place}>{nameDeliveryPlace(delivery)}</bdi>
        </div>
        <Said delivery={delivery} />
        <Reason delivery={delivery} />
        <DeliveryFacts delivery={delivery} />
      </div>
      {hasActs ? (
        <Acts
          delivery={delivery}
          isResending={resend.isPending}
          onResend={() => resend.submit({ path: { id: delivery.id } })}
          onDismiss={onDismiss}
        />
      ) : null}
      {resend.error ? (
        <div className={styles.failure}>
          <Failure error={resend.error} />
        </div>
      ) : null}
    </li>
  )
})

function useResend() {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const resend = useSubmit('resendDelivery', {
    done: ({ state, reason }) => {
      void queries.invalidateQueries({ queryKey: ['listDeliveries'] })
      if (state === 'withdrawn') announce(words.toldOnPage)
      else announce(reason === 'held' ? words.resentHeld : words.resent)
    },
  })
  useForgetWhenBack(resend)
  return resend
}

function Said({ delivery }: { delivery: DeliveryJson }) {
  const { hidden } = delivery
  return (
    <>
      {isFilesAlone(delivery) ? null : (
        <p className={`${styles.text} ${hidden === null ? '' : styles.hidden}`} dir="auto">
          {hidden === null ? nameDelivery(delivery) : words.hidden[hidden]}
        </p>
      )}
      <AttachmentList items={delivery.attachments} isSmall />
    </>
  )
}

function Reason({ delivery }: { delivery: DeliveryJson }) {
  const { about, detail } = chooseDeliveryState(delivery)
  return (
    <>
      {about === undefined ? null : (
        <p className={styles.reason} dir="auto">
          {about}
        </p>
      )}
      {detail === undefined ? null : (
        <details className={styles.reason}>
          <summary>{words.detail}</summary>
          <p dir="auto">{detail}</p>
        </details>
      )}
    </>
  )
}

interface ActsProps {
  delivery: DeliveryJson
  isResending: boolean
  onResend(): void
  onDismiss(): void
}

function Acts({ delivery, isResending, onResend, onDismiss }: ActsProps) {
  const text = nameDelivery(delivery)
  return (
    <div className={styles.acts}>
      {delivery.mayResend ? (
        <Button
          look="quiet"
          data-act="resend"
          aria-label={words.resendNamed(text)}
          isPending={isResending}
          onPress={onResend}
        >
          {words.resend}
        </Button>
      ) : null}
      {delivery.mayDismiss ? (
        <Button look="quiet" data-act="dismiss" aria-label={words.dismissNamed(text)} onPress={onDismiss}>
          {words.dismiss}
        </Button>
      ) : null}
    </div>
  )
}
