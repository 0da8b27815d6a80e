// A cost in a table: a figure, a dash where nothing was done, or that there is no price.

import type { UsageFiguresJson } from '@heddle/contract'
import { useFormat } from '../../format/format-context.tsx'
import { usageStrings } from '../../usage-strings.ts'
import { isPriced } from './choose-series.ts'

export function CostCell({ figures }: { figures: UsageFiguresJson }) {
  const format = useFormat()
  const words = usageStrings.table
  if (figures.turns > 0 && !isPriced(figures)) return <>{words.noPrice}</>
  if (figures.turns > 0) return <>{format.money(figures.costMicros)}</>
  return (
    <>
      <span aria-hidden="true">{words.unknown}</span>
      <span className="visually-hidden">{words.unknownSpoken}</span>
    </>
  )
}
