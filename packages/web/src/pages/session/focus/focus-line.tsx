// Stands where the recipient does while one talks to another session: who hears it, and the way back.

import { Button } from 'react-aria-components'
import { chooseThread } from '../../../components/choose-thread.ts'
import { strings } from '../../../strings.ts'
import line from '../composer/recipient-line.module.css'
import type { Hearer } from './hearer.ts'

const words = strings.focus

interface FocusLineProps {
  hearer: Hearer
  /** What becomes of the message. */
  preview: string
  onUnfocus(): void
}

export function FocusLine({ hearer, preview, onUnfocus }: FocusLineProps) {
  const { focus, name, isOwnPage } = hearer
  const goesOn = hearer.isContinued ? words.goesOnThere : words.goesOn
  return (
    <div className={line.line}>
      <div className={line.chip} data-thread={chooseThread(focus.agentId)}>
        <span className={line.to} dir="auto" title={name}>
          {words.talking} <b className={line.agent}>{name}</b>
        </span>
        {isOwnPage ? null : (
          <Button
            className={`${line.model} ${line.leave}`}
            aria-label={words.unfocusNamed(name)}
            onPress={onUnfocus}
          >
            {words.unfocus}
          </Button>
        )}
      </div>
      <p className={line.preview}>{focus.status === 'ending' ? goesOn : preview}</p>
    </div>
  )
}
