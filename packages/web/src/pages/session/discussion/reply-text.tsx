// The field in which a reply is written or changed: it grows with its words, offers people to mention, and says below who
// will hear of it. The focus stays in it while something is offered.

import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { useIsOn } from '../../../me/use-collaboration.ts'
import { mentionHelp } from '../../../mentions/mentions-later.ts'
import type { SeenBy } from '../../../mentions/use-directory.ts'
import { useIsTouch } from '../../../shell/use-is-touch.ts'
import { chooseEnter } from '../choose-enter.ts'
import { SuggestionList } from '../composer/suggestion-list.tsx'
import { useGrowing } from '../composer/use-field.ts'
import { noOffer, useFieldSuggestions } from '../composer/use-field-suggestions.ts'
import writing from '../writing-field.module.css'

interface ReplyTextProps {
  session: SeenBy
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  placeholder?: string
  text: string
  isInvalid: boolean
  /** The id of what describes it. */
  describedBy: string
  onText(text: string): void
  onEnter(): void
  onEscape?(event: KeyboardEvent): void
  /** The buttons behind it. */
  children: ReactNode
}

export function ReplyText(props: ReplyTextProps) {
  const { session, field, text, onText } = props
  const box = useRef<HTMLDivElement>(null)
  const isOnTouch = useIsTouch()
  const hasMentions = useIsOn('mentions')
  const offers = useFieldSuggestions({ text, field, set: onText, useOffer: noOffer })
  useGrowing(field, text)
  return (
    <>
      <div className={writing.box} ref={box}>
        <textarea
          ref={field}
          className={writing.field}
          rows={1}
          dir="auto"
          data-reply=""
          aria-label={props.label}
          aria-describedby={props.describedBy}
          aria-invalid={props.isInvalid ? true : undefined}
          {...(hasMentions ? offers.field : {})}
          placeholder={props.placeholder}
          enterKeyHint={isOnTouch ? 'enter' : 'send'}
          value={text}
          onChange={({ target }) => {
            onText(target.value)
            offers.tellCaret(target.selectionStart)
          }}
          onSelect={({ currentTarget }) => offers.tellCaret(currentTarget.selectionStart)}
          onFocus={() => offers.tellFocus(true)}
          onBlur={() => offers.tellFocus(false)}
          onKeyDown={(event) => {
            if (offers.pressed(event)) return
            if (event.key === 'Escape') return props.onEscape?.(event)
            const { key, shiftKey, ctrlKey, metaKey, altKey, keyCode } = event
            const { isComposing } = event.nativeEvent
            const pressed = { key, shiftKey, ctrlKey, metaKey, altKey, keyCode, isComposing }
            if (chooseEnter(pressed, isOnTouch) === undefined) return
            event.preventDefault()
            props.onEnter()
          }}
        />
        {props.children}
      </div>
      {offers.list ? <SuggestionList list={offers.list} anchor={box} /> : null}
      {hasMentions && text.includes('@') ? (
        <mentionHelp.Part
          text={text}
          caret={offers.caret}
          session={session}
          agents="hear"
          onOffer={offers.tellMentions}
          onTakenOut={(next) => {
            onText(next)
            field.current?.focus()
          }}
        />
      ) : null}
    </>
  )
}
