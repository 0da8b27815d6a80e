// Asks once whether this browser may tell while nobody looks at the page. The settings let one choose anew.

import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { inboxPageStrings } from '../../inbox-page-strings.ts'
import { useNotices, useNoticeState } from '../../inbox/use-notices.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import styles from './inbox.module.css'

const words = inboxPageStrings.notices

export function AskNotices() {
  const notices = useNotices()
  const announce = useAnnounce()
  const state = useNoticeState()
  if (state !== 'unasked') return null
  const leave = (act: () => void) => {
    // What had the focus goes away with the question.
    document.getElementById('content')?.focus({ preventScroll: true })
    act()
  }
  const turnOn = async () => {
    await notices.turnOn()
    if (notices.state() === 'unasked') return
    leave(() => announce(notices.state() === 'on' ? words.on : words.refused))
  }
  return (
    <Notice
      title={words.ask}
      action={
        <span className={styles.choices}>
          <Button onPress={() => void turnOn()}>{words.turnOn}</Button>
          <Button look="quiet" onPress={() => leave(notices.turnOff)}>
            {words.notNow}
          </Button>
        </span>
      }
    >
      {words.askAbout}
    </Notice>
  )
}
