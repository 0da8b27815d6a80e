// The small print of a delivery: as whom, how often and when, and the ways to its place and to where it was said.

import type { DeliveryJson } from '@heddle/contract'
import { ExternalLink } from 'lucide-react'
import { Link } from 'wouter'
import { Moment } from '../../components/moment.tsx'
import rows from '../../components/rows.module.css'
import { Upcoming } from '../../components/upcoming.tsx'
import { placeStrings } from '../../place-strings.ts'

const words = placeStrings.deliveries

export function DeliveryFacts({ delivery }: { delivery: DeliveryJson }) {
  const { kind, state, persona, part, parts, attempts } = delivery
  const { nextAt, sentAt, createdAt, sessionId, eventId, runId } = delivery
  // Its page would not open either.
  const isOthers = delivery.hidden === 'not_yours'
  return (
    <div className={rows.below}>
      {kind === 'message' || delivery.text === '' ? null : <span>{words.kinds[kind]}</span>}
      {persona === null ? null : <span dir="auto">{words.as(persona)}</span>}
      {parts > 1 ? <span>{words.part(part, parts)}</span> : null}
      {attempts > 0 ? <span>{words.attempts(attempts)}</span> : null}
      {nextAt === null || (state === 'queued' && attempts === 0) ? null : (
        <span>
          {words.next} <Upcoming at={nextAt} />
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
      {sessionId === null || eventId === null || isOthers ? null : (
        <span>
          <Link href={`/sessions/${sessionId}?at=${eventId}`}>{words.toEvent}</Link>
        </span>
      )}
      {runId === null || isOthers ? null : (
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
