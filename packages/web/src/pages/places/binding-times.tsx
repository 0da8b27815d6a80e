// Since when something is bound, and when that ends: each message moves the end that comes with silence, none the last one.

import type { BindingJson } from '@heddle/contract'
import { Moment } from '../../components/moment.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { placeStrings } from '../../place-strings.ts'

const words = placeStrings.bindings

export function BindingTimes({ binding }: { binding: BindingJson }) {
  const { status, boundAt, endedAt, lastActivityAt } = binding
  if (status === 'ended' && endedAt !== undefined) return <FromTo from={boundAt} to={endedAt} />
  return (
    <>
      <span>
        {words.bound} <Moment at={boundAt} />
      </span>
      <Ends binding={binding} />
      <span>
        {words.last} <Moment at={lastActivityAt} />
      </span>
    </>
  )
}

function FromTo({ from, to }: { from: string; to: string }) {
  const format = useFormat()
  const isSameDay = format.day(from) === format.day(to)
  return (
    <span>
      {words.from} <Moment at={from} style="exact" /> {words.to}{' '}
      <Moment at={to} style={isSameDay ? 'clock' : 'exact'} />
    </span>
  )
}

function Ends({ binding: { expiresAt, maxAgeAt } }: { binding: BindingJson }) {
  if (expiresAt === undefined && maxAgeAt === undefined) return <span>{words.forEver}</span>
  return (
    <>
      {expiresAt === undefined ? null : (
        <span>
          {words.ends} <Moment at={expiresAt} style="exact" /> {words.ifQuiet}
        </span>
      )}
      {maxAgeAt === undefined ? null : (
        <span>
          {words.ends} <Moment at={maxAgeAt} style="exact" /> {words.atLatest}
        </span>
      )}
    </>
  )
}
