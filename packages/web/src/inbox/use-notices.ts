// The notices of this browser, for whoever shows one or lets one choose.

import { use, useState, useSyncExternalStore } from 'react'
import type { Notices, NoticeState } from './notices.ts'
import { NoticesContext } from './notices-place.ts'
import { createRealNotices } from './real-notices.ts'

export function useNotices(): Notices {
  const place = use(NoticesContext)
  const [notices] = useState(() => {
    const found = place?.notices ?? createRealNotices()
    if (place) place.notices = found
    return found
  })
  return notices
}

export function useNoticeState(): NoticeState {
  const notices = useNotices()
  return useSyncExternalStore(notices.subscribe, notices.state)
}
