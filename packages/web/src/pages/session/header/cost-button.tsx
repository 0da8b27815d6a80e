// What the session has used so far: money where prices are known, else tokens; the rest behind a press.

import type { UsageTotalsJson } from '@heddle/contract'
import { DialogTrigger, Popover } from 'react-aria-components'
import { Button } from '../../../components/button.tsx'
import menu from '../../../components/menu.module.css'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import { budgetList } from '../dialogs-later.ts'
import { CostFigures } from './cost-figures.tsx'
import styles from './header.module.css'

interface CostButtonProps {
  sessionId: string
  usage: UsageTotalsJson
  models: readonly string[]
}

export function CostButton({ sessionId, usage, models }: CostButtonProps) {
  const format = useFormat()
  const words = strings.composer.cost
  budgetList.useSoon()
  const tokens = usage.inputTokens + usage.outputTokens
  if (tokens === 0) return null
  // What costs nothing says more in tokens.
  const shown = usage.costMicros ? format.money(usage.costMicros) : words.tokens(format.short(tokens))
  return (
    <DialogTrigger>
      <Button look="quiet" aria-label={words.label(shown)}>
        <span className={styles.figure}>{shown}</span>
      </Button>
      <Popover aria-label={words.title} className={`${menu.popover} ${styles.cost}`} placement="bottom end">
        <p className={styles.costTitle}>{words.title}</p>
        <CostFigures usage={usage} models={models} />
        <budgetList.Part sessionId={sessionId} />
      </Popover>
    </DialogTrigger>
  )
}
