// Leads back to where one writes; where that would bring up the keyboard of a phone, to the title instead.

import { isTouch } from '../../shell/use-is-touch.ts'

export function focusComposer(): void {
  const place = isTouch() ? 'main h1' : 'form[data-region="composer"] textarea'
  document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
}
