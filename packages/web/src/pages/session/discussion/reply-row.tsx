// One reply: who, when, what; and what its author can do with it. Whom it mentions is set apart.

import { atLeast, type ReplyJson, type WholeSessionJson } from '@heddle/contract'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { Avatar } from '../../../components/avatar.tsx'
import { copyText } from '../../../components/copy-text.ts'
import { useFocusReturn } from '../../../components/dialog.tsx'
import { MenuButton, type MenuEntry } from '../../../components/menu-button.tsx'
import { Moment } from '../../../components/moment.tsx'
import type { HeldReply } from '../../../discussions/read-news.ts'
import { discussionStrings } from '../../../discussion-strings.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { markMentions } from '../../../markdown/mark-mentions.ts'
import { Markdown } from '../../../markdown/markdown.tsx'
import { useMe } from '../../../me/me-context.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { DeleteReply } from './delete-reply.tsx'
import styles from './discussion.module.css'
import { EditReply } from './edit-reply.tsx'

interface ReplyRowProps {
  reply: HeldReply
  session: WholeSessionJson
  mayWrite: boolean
  /** The address leads to it. */
  isLinked: boolean
  isFirstNew: boolean
  onGone(): void
}

const words = discussionStrings.reply

export const ReplyRow = memo(function ReplyRow(props: ReplyRowProps) {
  const { reply, session, mayWrite, isLinked, isFirstNew } = props
  const me = useMe()
  const format = useFormat()
  const [doing, setDoing] = useState<'edit' | 'remove' | null>(null)
  const row = useRef<HTMLLIElement>(null)
  const isMine = reply.authorId === me.id
  const isDeleted = reply.deletedAt !== undefined
  useFocusReturn(doing !== null, () => row.current?.querySelector<HTMLElement>('button') ?? row.current)
  useEffect(() => {
    if (isLinked) row.current?.focus({ preventScroll: true })
  }, [isLinked])
  const copy = useCopyLink()
  const entries: MenuEntry<'link' | 'edit' | 'remove'>[] = [
    { id: 'link', title: words.link },
    // Whoever saved a part of it would lose the rest.
    ...(isMine && mayWrite && reply.wholeIn === undefined
      ? [{ id: 'edit', title: words.edit } as const]
      : []),
    ...((isMine && mayWrite) || atLeast(me.role, 'admin')
      ? [{ id: 'remove', title: words.remove, isDangerous: true } as const]
      : []),
  ]
  // Whom the server took as mentioned.
  const mark = useCallback(
    (text: string) => markMentions(text, (handle) => reply.mentions.includes(handle), me.handle),
    [reply.mentions, me.handle],
  )
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={styles.reply}
      data-reply-id={reply.id}
      data-linked={isLinked ? '' : undefined}
      aria-label={words.name(reply.author.name, format.exact(reply.createdAt))}
    >
      {isFirstNew ? <p className={styles.firstNew}>{discussionStrings.firstNew}</p> : null}
      <div className={styles.replyHead}>
        <p className={styles.who}>
          <Avatar name={reply.author.name} isSelf={isMine} isSmall />
          <span className={styles.name} dir="auto">
            {reply.author.name}
          </span>
          <Moment at={reply.createdAt} />
          {reply.editedAt !== undefined && !isDeleted ? <span>{words.edited}</span> : null}
        </p>
        {isDeleted || doing === 'edit' ? null : (
          <MenuButton
            label={words.acts(reply.author.name)}
            entries={entries}
            onAction={(id) => (id === 'link' ? copy(reply) : setDoing(id))}
          />
        )}
      </div>
      {isDeleted ? (
        <p className={styles.gone}>{words.deleted}</p>
      ) : doing === 'edit' ? (
        <EditReply reply={reply} session={session} onClose={() => setDoing(null)} />
      ) : (
        <div className={styles.body}>
          <Markdown text={reply.body} mark={mark} />
          {reply.handedEarlier ? <p className={styles.handedEarlier}>{words.handedEarlier}</p> : null}
        </div>
      )}
      {doing === 'remove' ? <DeleteReply reply={reply} onClose={() => setDoing(null)} /> : null}
    </li>
  )
})

function useCopyLink(): (reply: ReplyJson) => void {
  const announce = useAnnounce()
  return ({ id, threadId, sessionId }) => {
    const address = new URL(`/sessions/${sessionId}`, window.location.href)
    address.searchParams.set('thread', threadId)
    address.searchParams.set('reply', id)
    void copyText(address.href, null).then((isDone) => announce(isDone ? words.linkCopied : words.notCopied))
  }
}
