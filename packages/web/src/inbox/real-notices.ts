// Notices on the browser's own: the Notification API, or, where only a service worker may show one, that.

import { openStore } from '../ahead/open-store.ts'
import { isPageSeen } from '../shell/page-visibility.ts'
import { createNotices, type Notice, type Notices } from './notices.ts'
import { isSeenAnywhere } from './real-sight.ts'

const icon = '/icon-192.png'

export function createRealNotices(): Notices {
  return createNotices({
    store: openStore(() => window.localStorage),
    permission: () => ('Notification' in window ? Notification.permission : undefined),
    ask: () => Notification.requestPermission(),
    show: (notice) => {
      try {
        showHere(notice)
      } catch {
        // A browser on a phone lets nobody but the worker do it.
        void showByWorker(notice)
      }
    },
    isSeen: async () => isPageSeen() || (await isSeenAnywhere()),
    watch(listener) {
      window.addEventListener('storage', listener)
      return () => window.removeEventListener('storage', listener)
    },
  })
}

function showHere({ id, title, body, path, go }: Notice): void {
  const shown = new Notification(title, { body, icon, tag: id })
  shown.onclick = () => {
    window.focus()
    go(path)
    shown.close()
  }
}

/** public/sw.js hears the press. */
async function showByWorker({ id, title, body, path }: Notice): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.showNotification(title, { body, icon, tag: id, data: { path } })
}
