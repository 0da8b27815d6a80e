// Where another session ended, this one goes on, or the other way round: the ways there, unless that is the page itself.

import type { WholeSessionJson } from '@heddle/contract'
import { Link } from 'wouter'
import { useRead } from '../../../api/use-read.ts'
import { strings } from '../../../strings.ts'
import { talkStrings } from '../../../talk-strings.ts'
import styles from './focus.module.css'

const words = talkStrings

interface LinkedLinesProps {
  session: Pick<WholeSessionJson, 'continuesId' | 'successorId'>
  pageId: string
}

export function LinkedLines({ session, pageId }: LinkedLinesProps) {
  const { continuesId, successorId } = session
  return (
    <>
      {continuesId === null || continuesId === pageId ? null : (
        <Line words={words.continues} id={continuesId} />
      )}
      {successorId === null || successorId === pageId ? null : <Line words={words.wentOn} id={successorId} />}
    </>
  )
}

function Line({ words: before, id }: { words: string; id: string }) {
  const { data } = useRead('readSession', { path: { id } })
  const title = data === undefined || data.title === '' ? strings.session.untitled : data.title
  return (
    <p className={styles.continues}>
      {before}{' '}
      <Link href={`/sessions/${id}`}>
        <bdi>{title}</bdi>
      </Link>
    </p>
  )
}
