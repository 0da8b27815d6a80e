// A point in time, set for the reader: short in the row, exact on hover and for machines.

import { useFormat } from '../format/format-context.tsx'

export function Moment({ at, style = 'ago' }: { at: string; style?: 'ago' | 'day' | 'exact' | 'clock' }) {
  const format = useFormat()
  const text = style === 'clock' ? format.clock(Date.parse(at)) : format[style](at)
  return (
    <time dateTime={at} title={format.exact(at)}>
      {text}
    </time>
  )
}
