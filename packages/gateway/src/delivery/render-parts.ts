// What is to be said, the channel's way and in parts that its platform takes.

import { type ConversationRef, limits } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import { chooseCalled } from './choose-called.ts'
import type { DeliverDeps } from './deliver-deps.ts'
import type { MessageRenderer, RenderedPart } from './ports.ts'

export interface Written {
  text: string
  footer?: string | undefined
}

const shortened = '\n\n… (shortened)'

export async function renderParts(
  deps: Pick<DeliverDeps, 'people'>,
  r: Reader,
  renderer: MessageRenderer,
  place: ConversationRef,
  written: Written,
): Promise<readonly RenderedPart[]> {
  const called = chooseCalled(written.text)
  const accounts = called.length === 0 ? new Map() : await deps.people.accountsOf(r, place, called)
  const footer = written.footer === undefined ? {} : { footer: written.footer }
  const render = (markdown: string) =>
    renderer.render({
      markdown,
      accountOf: (handle) => accounts.get(handle),
      spareChars: limits.deliveryLabelCharsMax,
      ...footer,
    })
  let parts = render(written.text)
  let text = written.text
  while (parts.length > limits.deliveryPartsMax) {
    text = text.slice(0, Math.floor((text.length * limits.deliveryPartsMax * 0.9) / parts.length))
    parts = render(text + shortened)
  }
  return parts
}
