// Where one writes: Enter sends, a slash in front makes it a command, files go along. What is typed and attached stays
// until it is sent.

import { limits, parseCommand, type WholeSessionJson } from '@heddle/contract'
import { type RefObject, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useLive } from '../../live/live-context.tsx'
import type { MessageMode } from '../../live/outbox.ts'
import { filesOf } from '../../live/uploads.ts'
import { useIsOn } from '../../me/use-collaboration.ts'
import { mentionHelp, rejectedMentions } from '../../mentions/mentions-later.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { useIsTouch } from '../../shell/use-is-touch.ts'
import { strings } from '../../strings.ts'
import { isFilePaste, mayUploadAgain } from './composer/choose-attached.ts'
import { choosePreview } from './composer/choose-preview.ts'
import { AttachButton } from './composer/attach-button.tsx'
import { Counter, KeyHint, Typing } from './composer/below-field.tsx'
import { RecipientLine, wordsOf } from './composer/recipient-line.tsx'
import { useAttaching } from './composer/use-attaching.ts'
import { useCompletion } from './composer/use-completion.ts'
import { useDraft } from './composer/use-draft.ts'
import { type Returned, useGrowing, useReady, useReturned, useSaid } from './composer/use-field.ts'
import { useFieldSuggestions } from './composer/use-field-suggestions.ts'
import { useRejected } from './composer/use-rejected.ts'
import { chooseEnter } from './choose-enter.ts'
import { FocusLine } from './focus/focus-line.tsx'
import { type Hearer, saidTo } from './focus/hearer.ts'
import type { SameName } from './focus/same-names.tsx'
import type { Focus } from './focus/use-focus.ts'
import { isOfFocus, useWhenKnown } from './focus/when-known.ts'
import { useCommand } from './use-command.ts'
import {
  argumentHelp,
  attachmentTray,
  commandLine,
  dropZone,
  lostLine,
  sameNames,
  suggestionList,
} from './dialogs-later.ts'
import styles from './composer.module.css'
import writing from './writing-field.module.css'
import page from './session-page.module.css'

export type { Returned } from './composer/use-field.ts'

interface ComposerProps {
  session: WholeSessionJson
  field: RefObject<HTMLTextAreaElement | null>
  returned: Returned | null
  /** The names of others who type just now. */
  typing: readonly string[]
  /** How many messages wait; without it, as many as the session said when it was read. */
  waiting?: number
  /** Absent where nothing can be focused. */
  focus?: Focus
  /** Who hears it, if not the session. */
  hearer?: Hearer | undefined
  agentName?: string
  onUnfocus?(): void
  onTalk?(sessionId: string, name: string): void
  onChanged?(session: WholeSessionJson): void
}

/** Commands behind which the name of something stands. */
const mayComplete = /^\/(focus|subagents|model)\s/i

export function Composer(props: ComposerProps) {
  const { session, field, returned, typing, waiting = session.queued, focus, hearer } = props
  const { onChanged, onUnfocus = () => {}, onTalk = () => {} } = props
  const { id } = session
  const state = hearer?.state ?? session.state
  const live = useLive()
  const announce = useAnnounce()
  const box = useRef<HTMLDivElement>(null)
  const draft = useDraft(id)
  const [problem, setProblem] = useState<string | null>(null)
  const [same, setSame] = useState<SameName | null>(null)
  const [isSteering, setSteering] = useState(false)
  const [due, setDue] = useState<MessageMode | null>(null)
  const command = useCommand(id, {
    begun: (text) => focus?.expect(isOfFocus(text)),
    done: (text, isDone) => {
      // What was typed since then is not part of it.
      if (draft.text.trim() === text) draft.set('')
      if (!isDone) focus?.expect(false)
      if (isOfFocus(text)) focus?.readAgain()
    },
    failed: (why, error, text) => {
      focus?.expect(false)
      if (error.code === 'ambiguous_name' && isOfFocus(text)) setSame({ text, why: error.message })
      else setProblem(why)
    },
  })
  const { uploads, held, attach, paste } = useAttaching(id, setProblem)
  const completion = useFieldSuggestions({
    text: draft.text,
    field,
    set: draft.set,
    useOffer: useCompletion,
  })
  mentionHelp.useSoon()
  suggestionList.useSoon()
  argumentHelp.useSoon()
  commandLine.useSoon()
  lostLine.useSoon()
  attachmentTray.useSoon()
  const hasMentions = useIsOn('mentions')
  const [rejected, seeRejected] = useRejected(id)
  const isRunning = state === 'running'
  const isOnTouch = useIsTouch()
  const words = strings.session.composer
  const fileWords = strings.composer.files
  const onTheWay = uploads.filter((upload) => upload.state === 'waiting' || upload.state === 'uploading')
  useGrowing(field, draft.text)
  useReady(field)
  useReturned(id, returned, field, draft)
  useSaid(held !== null, uploads.length === 0, draft)
  const to = hearer && saidTo(hearer.focus)
  const isBegun = draft.text.trim() !== '' || uploads.length > 0
  // Whoever has written nothing sees at the line above who hears it.
  const lost = isBegun || !hearer ? focus?.lost : undefined
  const nextName = hearer?.name ?? props.agentName ?? session.agentId

  const say = (text: string, mode: MessageMode) => {
    const failed = uploads.filter((upload) => upload.state === 'failed')
    const isHopeless = failed.every(({ problem: reason }) => !mayUploadAgain(reason))
    if (failed.length > 0) return setProblem(fileWords.notUploaded(failed.length, isHopeless))
    if (onTheWay.length > 0) {
      announce(fileWords.held(onTheWay.length), false)
      return live.uploads.hold(id, { text, mode, focus: to })
    }
    if (!live.say({ sessionId: id, text, mode, focus: to, attachments: filesOf(uploads) }))
      return setProblem(words.full)
    live.uploads.clear(id)
    draft.set('')
    focus?.seeLost()
  }
  const send = (mode: MessageMode) => {
    const { text } = draft
    const isNothing = text.trim() === '' && uploads.length === 0
    if (isNothing || text.length > limits.messageCharsMax || command.isPending || held !== null) return
    const parsed = parseCommand(text)
    const isNote = parsed.kind === 'command' && parsed.name === 'note'
    if ((parsed.kind === 'text' || isNote) && focus) {
      // Who hears it comes in a moment.
      if (focus.now === undefined) return setDue(mode)
      if (focus.lost && !focus.isAsked) {
        focus.ask()
        return setProblem(strings.focus.turned(nextName))
      }
    }
    setProblem(null)
    setSame(null)
    switch (parsed.kind) {
      case 'command':
        // Said to people like any message: with files, and with an answer about whom it names.
        return isNote ? say(parsed.argument, 'note') : command.run(text.trim())
      case 'unknown':
        return setProblem(words.unknownCommand(parsed.name, parsed.nearest))
      case 'wrong':
        return setProblem(words.wrongCommand(parsed.problem))
      case 'text':
        return say(text, mode)
    }
  }

  const dismiss = () => {
    seeRejected()
    field.current?.focus()
  }

  useWhenKnown(focus, due, (mode) => {
    setDue(null)
    if (hearer) setProblem(strings.focus.turned(hearer.name))
    else send(mode)
  })

  return (
    <form
      className={`${page.bar} ${styles.composer}`}
      data-region="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send('queue')
      }}
    >
      {command.answer ? (
        <commandLine.Part answer={command.answer} focus={focus?.now} onDismiss={command.dismiss} />
      ) : null}
      {same ? (
        <sameNames.Part
          sessionId={id}
          same={same}
          onTalk={(value, name) => {
            setSame(null)
            draft.set('')
            onTalk(value, name)
          }}
          onDismiss={() => {
            setSame(null)
            field.current?.focus()
          }}
        />
      ) : null}
      {lost ? (
        <lostLine.Part
          lost={lost}
          next={nextName}
          onTalk={({ sessionId, name }) => onTalk(sessionId, name)}
          onSeen={() => focus?.seeLost()}
        />
      ) : null}
      {hearer ? (
        <FocusLine
          hearer={hearer}
          preview={wordsOf(
            choosePreview({ text: draft.text, state, waiting: hearer.waiting, isSteering }),
            hearer.name,
          )}
          onUnfocus={onUnfocus}
        />
      ) : (
        <RecipientLine
          session={session}
          preview={choosePreview({ text: draft.text, state, waiting, isSteering })}
          onChanged={onChanged}
        />
      )}
      <div className={writing.box} ref={box}>
        {uploads.length === 0 ? null : (
          <attachmentTray.Part sessionId={id} uploads={uploads} onLeave={() => field.current?.focus()} />
        )}
        <AttachButton isAtRest={held !== null} onFiles={(files) => attach(files)} />
        <textarea
          ref={field}
          className={writing.field}
          rows={1}
          dir="auto"
          aria-label={words.label}
          aria-describedby="composer-hint"
          aria-invalid={problem === null ? undefined : true}
          {...completion.field}
          placeholder={words.placeholder}
          enterKeyHint={isOnTouch ? 'enter' : 'send'}
          readOnly={held !== null}
          value={draft.text}
          onChange={({ target }) => {
            // What is only begun now is for whom the line above it names.
            if (!isBegun && focus?.lost) focus.ask()
            draft.set(target.value)
            completion.tellCaret(target.selectionStart)
            live.tellTyping(to?.sessionId ?? id)
            setProblem(null)
            setSame(null)
            seeRejected()
          }}
          onSelect={({ currentTarget }) => completion.tellCaret(currentTarget.selectionStart)}
          onFocus={() => completion.tellFocus(true)}
          onBlur={() => {
            completion.tellFocus(false)
            setSteering(false)
          }}
          onPaste={(event) => {
            const { types, files } = event.clipboardData
            if (held !== null || !isFilePaste(types, files.length)) return
            event.preventDefault()
            paste([...files])
          }}
          onKeyDown={(event) => {
            setSteering(event.ctrlKey || event.metaKey)
            if (completion.pressed(event)) return
            const { key, shiftKey, ctrlKey, metaKey, altKey, keyCode } = event
            const { isComposing } = event.nativeEvent
            const pressed = { key, shiftKey, ctrlKey, metaKey, altKey, keyCode, isComposing }
            const choice = chooseEnter(pressed, isOnTouch)
            if (choice === undefined) return
            event.preventDefault()
            send(choice === 'steer' ? 'steer' : 'queue')
          }}
          onKeyUp={(event) => setSteering(event.ctrlKey || event.metaKey)}
        />
        {held === null ? (
          <div className={styles.buttons}>
            {isRunning ? <Button onPress={() => send('steer')}>{words.steer}</Button> : null}
            <Button type="submit" look="primary" isPending={command.isPending || due !== null}>
              {onTheWay.length > 0 ? fileWords.uploadFirst : words.send}
            </Button>
          </div>
        ) : (
          <div className={styles.buttons}>
            <Button onPress={() => live.uploads.release(id)}>{fileWords.release}</Button>
          </div>
        )}
      </div>
      {completion.list ? <suggestionList.Part list={completion.list} anchor={box} /> : null}
      {rejected.length === 0 ? null : (
        <rejectedMentions.Part session={session} rejected={rejected} onDismiss={dismiss} />
      )}
      {mayComplete.test(draft.text) ? (
        <argumentHelp.Part
          sessionId={id}
          text={draft.text}
          caret={completion.caret}
          onOffer={completion.tellMentions}
        />
      ) : null}
      {hasMentions && draft.text.includes('@') ? (
        <mentionHelp.Part
          text={draft.text}
          caret={completion.caret}
          session={session}
          onOffer={completion.tellMentions}
          onTakenOut={(text) => {
            draft.set(text)
            field.current?.focus()
          }}
        />
      ) : null}
      <div className={styles.below}>
        {problem === null ? null : (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {held === null ? (
          <KeyHint isRunning={isRunning} isTouch={isOnTouch} />
        ) : (
          <p id="composer-hint" className={styles.held}>
            {fileWords.held(onTheWay.length)}
          </p>
        )}
        <Typing names={typing} />
        <Counter length={draft.text.length} />
      </div>
      <dropZone.Part onFiles={held === null ? attach : () => {}} />
    </form>
  )
}
