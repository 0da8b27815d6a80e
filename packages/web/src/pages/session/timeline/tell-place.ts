// The list corrects where the window stands whenever rows above it turn out higher or lower than was guessed, and begins
// from the place that it was last told of. The browser tells only with the next frame, and near an end a second
// correction before that would begin from a place that is no more and throw the reader off. So it is told at once.

import type { VirtualizerHandle } from 'virtua'

/** Whoever wants to know of the reader's own scrolling passes over it: it does not come from the browser. */
export function tellPlace(view: HTMLElement | null, list: VirtualizerHandle | null): void {
  if (view && list && view.scrollTop !== list.scrollOffset) view.dispatchEvent(new Event('scroll'))
}
