// Something an agent may not do by itself: the one loud card. Who asks, the exact call, why it is asked, what happens next
// and until when; afterwards who decided what. The buttons are there only for who may decide, and only below the whole call.

import { type ReactNode, useEffect, useRef } from 'react'
import { Moment } from '../../components/moment.tsx'
import { type GlyphState, StateGlyph } from '../../components/state-glyph.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { strings } from '../../strings.ts'
import styles from './approval-card.module.css'
import type { AskedCall, Settled } from './asked-call.ts'
import { type ApprovalStanding, chooseApprovalStanding } from './choose-approval-state.ts'
import { DecideButtons } from './decide-buttons.tsx'
import { TimeLeft, useServerNow } from './time-left.tsx'
import { writeCall } from './write-call.ts'

interface ApprovalCardProps {
  call: AskedCall
  agentName: string
  settled: Settled | undefined
  /** Its turn has ended. */
  isOver: boolean
  /** Undefined while that is being read. */
  mayDecide: boolean | undefined
  /** Where it is asked, on pages that show cards of many sessions. */
  place?: ReactNode
}

const words = strings.approvals.card

export function ApprovalCard(props: ApprovalCardProps) {
  const { call, agentName, settled, isOver, mayDecide, place } = props
  const isOpen = settled === undefined && !isOver
  const now = useServerNow(call.expiresAt, isOpen)
  const standing = chooseApprovalStanding(call, settled, isOver, now)
  const card = useKeptFocus(isOpen)
  const hint = words.hints[call.why as keyof typeof words.hints]
  return (
    <div
      ref={card.ref}
      tabIndex={-1}
      className={`${styles.card} ${isOpen ? '' : styles.settled}`}
      data-approval={call.id}
      onFocus={card.onFocus}
      onBlur={card.onBlur}
    >
      <p className={styles.title}>
        <StateGlyph state={glyphOf(standing)} />
        <span>{isOpen ? words.asks(agentName) : words.asked(agentName)}</span>
        <Moment at={call.askedAt} />
        {place}
      </p>
      {call.reason === '' ? null : (
        <p dir="auto">
          {call.reason}
          {isOpen && hint !== undefined ? ` ${hint}` : null}
        </p>
      )}
      <Call call={call} />
      <Standing standing={standing} />
      {isOpen ? <Deciding call={call} mayDecide={mayDecide} isLate={standing.kind === 'late'} /> : null}
    </div>
  )
}

const longLines = 12

function Call({ call }: { call: AskedCall }) {
  const format = useFormat()
  const text = writeCall(call.tool, call.arguments)
  const count = text.split('\n').length
  return (
    <>
      <pre className={styles.call} dir="ltr" tabIndex={0} role="group" aria-label={words.call}>
        {text}
      </pre>
      {call.isCut ? (
        <p className={styles.soft}>{words.notAll}</p>
      ) : count > longLines ? (
        <p className={styles.soft}>{words.lines(format.count(count))}</p>
      ) : null}
    </>
  )
}

function Standing({ standing }: { standing: ApprovalStanding }) {
  switch (standing.kind) {
    case 'waiting':
      return (
        <p className={styles.soft}>
          {words.next} {standing.leftMs === undefined ? null : <TimeLeft leftMs={standing.leftMs} />}
        </p>
      )
    case 'late':
      return <p className={styles.soft}>{words.over}</p>
    case 'ended':
      return <p>{words.ended}</p>
    case 'settled': {
      const { outcome, by, note } = standing.settled
      return (
        <p className={styles.outcome}>
          {words.outcomes[outcome](by)} {note === '' ? null : <q dir="auto">{note}</q>}
        </p>
      )
    }
  }
}

function Deciding({
  call,
  mayDecide,
  isLate,
}: {
  call: AskedCall
  mayDecide: boolean | undefined
  isLate: boolean
}) {
  if (mayDecide === undefined) return <p className={styles.soft}>{words.reading}</p>
  if (!mayDecide) return <p className={styles.soft}>{words.mayNot}</p>
  return call.isCut ? null : <DecideButtons call={call} isLate={isLate} />
}

function glyphOf(standing: ApprovalStanding): GlyphState {
  if (standing.kind === 'waiting' || standing.kind === 'late') return 'waiting'
  if (standing.kind === 'ended') return 'none'
  const { outcome } = standing.settled
  return outcome === 'once' || outcome === 'session' ? 'done' : 'failed'
}

/** Whoever decides, the buttons go away: who stood on one of them stays at the card. */
function useKeptFocus(isOpen: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const isInside = useRef(false)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && isInside.current && document.activeElement === document.body) {
      const article = ref.current?.closest<HTMLElement>('article')
      const target = article ?? ref.current
      target?.focus({ preventScroll: true })
    }
    wasOpen.current = isOpen
  }, [isOpen])
  return {
    ref,
    onFocus: () => {
      isInside.current = true
    },
    onBlur: (event: React.FocusEvent) => {
      // What is taken away has no next focus either, but then nobody went elsewhere.
      if (event.relatedTarget !== null) isInside.current = event.currentTarget.contains(event.relatedTarget)
    },
  }
}
