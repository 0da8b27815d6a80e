// The inbox for the whole house: whether there is one, and how much in it is unread. The one count is the server's;
// badge, title and page show it. What keeps it fresh comes when the page rests.

import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useRead } from '../api/use-read.ts'
import { loadLater } from '../components/load-later.tsx'
import { useFormat } from '../format/format-context.tsx'
import type { HeardChange } from './apply-to-inbox.ts'

export interface Inbox {
  /** Undefined until it is known; off means that there is nothing of it. */
  isOn: boolean | undefined
  unread: number
  /** The same as it is shown; empty when nothing is. */
  written: string
  /** What changed lately, for answers that were on their way. */
  heard: RefObject<HeardChange[]>
}

const InboxContext = createContext<Inbox>({
  isOn: undefined,
  unread: 0,
  written: '',
  heard: { current: [] },
})

const watch = loadLater(async () => (await import('./inbox-watch.tsx')).InboxWatch)

export function InboxProvider({ children }: { children: ReactNode }) {
  const format = useFormat()
  const { data: about } = useRead('about', {})
  const isOn = about && (about.collaboration?.notifications ?? false)
  // Whoever comes for a session sees it first.
  const isDue = useDeferredValue(true, false)
  const [unread, setUnread] = useState(0)
  const heard = useRef<HeardChange[]>([])
  const inbox = useMemo<Inbox>(
    () => ({ isOn, unread, written: unread === 0 ? '' : format.count(unread), heard }),
    [isOn, unread, format],
  )
  return (
    <InboxContext value={inbox}>
      {children}
      {isDue && isOn ? <watch.Part onCount={setUnread} /> : null}
    </InboxContext>
  )
}

export function useInbox(): Inbox {
  return use(InboxContext)
}
