// Discord as a channel: the bundle of what one bot can do there.

import type { OpenChannel } from '../channel.ts'
import { createKnownChannels } from './create-known-channels.ts'
import { checkAccount, tellTrouble } from './discord-check.ts'
import { createDirect } from './discord-direct.ts'
import { createHistoryReader } from './discord-history.ts'
import { createOpener } from './discord-opener.ts'
import { discordRenderer } from './discord-renderer.ts'
import { createSender } from './discord-sender.ts'
import { createTyping } from './discord-typing.ts'
import { createHearing } from './hearing.ts'
import { createMessageLinks } from './message-links.ts'
import { createOwnAccount } from './own-account.ts'
import { createRestClient } from './rest-client.ts'
import { createVoices } from './voices.ts'
import { createWebhooks } from './webhooks.ts'

export const openDiscordChannel: OpenChannel = (around) => {
  const { accountId, settings } = around
  const rest = createRestClient(around)
  const own = createOwnAccount(rest, settings)
  const known = createKnownChannels(rest)
  const webhooks = createWebhooks({ rest, own, around })
  const voices = createVoices({ webhooks, known })
  const links = createMessageLinks(known)
  const hearing = createHearing({
    around,
    rest,
    known,
    isOwnWebhook: (id) => webhooks.isOwn(id),
    permissionsChanged: (channelIds) => channelIds.forEach((id) => webhooks.tryAgain(id)),
  })

  return {
    channel: 'discord',
    accountId,
    outbound: {
      channel: 'discord',
      renderer: discordRenderer,
      sender: createSender({ rest, own, voices, webhooks, links, around }),
      opener: createOpener({ rest, own, known, links }),
    },
    direct: createDirect(rest, accountId),
    history: createHistoryReader(rest, known, around.clock),
    typing: createTyping(rest, around),
    async start(ears) {
      // Known before the first word is heard: some of what comes is our own (CHN3).
      await webhooks.load()
      await hearing.start(ears)
    },
    async stop() {
      await hearing.stop()
      rest.close()
    },
    followSettings: () => hearing.followSettings(),
    trouble: () => hearing.trouble(),
    async check(signal) {
      const checked = await checkAccount(rest, around, signal)
      const trouble = hearing.trouble()
      return trouble ? { ...checked, findings: [...checked.findings, tellTrouble(trouble)] } : checked
    },
  }
}
