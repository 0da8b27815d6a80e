// Where a run was told and why there, and the ways to the sessions around it.

import type { WholeRunJson } from '@heddle/contract'
import { Link } from 'wouter'
import { useRead } from '../../api/use-read.ts'
import { runStrings } from '../../run-strings.ts'
import { strings } from '../../strings.ts'
import { Fact } from '../session/subagents/run-facts.tsx'
import pairs from '../session/subagents/subagents.module.css'
import styles from './run-page.module.css'

const words = runStrings

export function RunPlaces({ run }: { run: WholeRunJson }) {
  return (
    <>
      <section className={styles.part} aria-labelledby="run-where">
        <h2 id="run-where">{words.where}</h2>
        <Destination run={run} />
      </section>
      <section className={styles.part} aria-labelledby="run-links">
        <h2 id="run-links">{words.links}</h2>
        <dl className={pairs.facts}>
          <Fact name={words.own}>
            <SessionLink id={run.sessionId} at={undefined} />
          </Fact>
          <Fact name={words.parent}>
            <SessionLink id={run.parentId} at={run.spawnedEventId} />
          </Fact>
          {run.rootId === run.parentId ? null : (
            <Fact name={words.root}>
              <SessionLink id={run.rootId} at={undefined} />
            </Fact>
          )}
        </dl>
      </section>
    </>
  )
}

function Destination({ run }: { run: WholeRunJson }) {
  const { destination, endedAt } = run
  if (endedAt === null) return <p className={styles.soft}>{words.notTold}</p>
  if (destination === null) return <p className={styles.soft}>{words.deciding}</p>
  const { kind, reason, place } = destination
  return (
    <>
      <p>
        {words.places[kind]}. {strings.subagents.reasons[reason]}
      </p>
      {place === null ? null : (
        <p>{place.startsWith('ses_') ? <ToldAt run={run} place={place} /> : <bdi>{place}</bdi>}</p>
      )}
      {place?.startsWith('ses_') ? null : (
        <p>
          <Link href={`/deliveries?session=${run.sessionId}`}>{words.deliveries}</Link>
        </p>
      )}
    </>
  )
}

/** At the row itself where that is the parent's; the root's copy has an id of its own. */
function ToldAt({ run, place }: { run: WholeRunJson; place: string }) {
  const at = place === run.parentId ? (run.finishedEventId ?? undefined) : undefined
  return <SessionLink id={place} at={at} />
}

function SessionLink({ id, at }: { id: string; at: string | undefined }) {
  const session = useRead('readSession', { path: { id } })
  const title = session.data?.title
  const name = title === undefined ? strings.subagents.child.above : title
  return (
    <Link href={`/sessions/${id}${at === undefined ? '' : `?at=${at}`}`}>
      <bdi>{name === '' ? strings.session.untitled : name}</bdi>
    </Link>
  )
}
