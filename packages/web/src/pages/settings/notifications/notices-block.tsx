// Whether this browser shows notices while nobody looks at the page.

import { Button } from '../../../components/button.tsx'
import { useNotices, useNoticeState } from '../../../inbox/use-notices.ts'
import { notificationStrings } from '../../../notification-strings.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import page from '../settings-page.module.css'

const words = notificationStrings.notices

export function NoticesBlock() {
  const notices = useNotices()
  const state = useNoticeState()
  const announce = useAnnounce()
  const change = async () => {
    if (state === 'on') notices.turnOff()
    else await notices.turnOn()
    announce(words.states[notices.state()], false)
  }
  return (
    <section className={page.block} aria-labelledby="notices-title">
      <div>
        <h2 id="notices-title">{words.title}</h2>
        <p className={page.about}>{words.about}</p>
        <p className={page.about}>{words.states[state]}</p>
      </div>
      {state === 'refused' || state === 'impossible' ? null : (
        <div>
          <Button onPress={() => void change()}>{state === 'on' ? words.turnOff : words.turnOn}</Button>
        </div>
      )}
    </section>
  )
}
