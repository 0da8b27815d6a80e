// The platform behind the rooms and direct messages of these worlds. It takes everything at once and loses nothing when the
// program dies: what goes wrong on the way to a platform is no matter of these worlds.

import type { OutboundChannel, OutboundChannels } from '../../src/delivery/ports.ts'

export function openChatPlatform(): OutboundChannels {
  const shown = new Map<string, string[]>()
  const copiesOf = ({ deliveryId, part }: { deliveryId: string; part: number }) => {
    const key = `${deliveryId} ${part}`
    const copies = shown.get(key) ?? []
    shown.set(key, copies)
    return copies
  }
  const chat: OutboundChannel = {
    channel: 'chat',
    renderer: {
      render: ({ markdown, footer = '' }) => [{ text: `${markdown}${footer}`, mentions: [] }],
    },
    sender: {
      async send(message) {
        const copies = copiesOf(message)
        const platformId = `${message.deliveryId} ${message.part} ${copies.length + 1}`
        copies.push(platformId)
        return { kind: 'sent', platformId }
      },
      async find(look) {
        const copies = copiesOf(look).map((platformId) => ({ platformId }))
        return copies.length === 0 ? { kind: 'absent' } : { kind: 'found', copies }
      },
      edit: async ({ platformId }) => ({ kind: 'sent', platformId }),
      remove: async (_, platformId) => ({ kind: 'sent', platformId }),
    },
  }
  return { find: (channel) => (channel === chat.channel ? chat : undefined) }
}
