// Serves a platform for trying things out: `npm run -s loopback -- [port]`. It begins with one server, one channel,
// one person and one program, and says what to put into heddle.json5.

import { createPlatform } from './platform.ts'
import { realPlatformClock } from './platform-time.ts'
import { servePlatform } from './serve-platform.ts'

const token = 'loopback'
const platform = createPlatform({
  clock: realPlatformClock,
  random: { fraction: () => Math.random() },
  idsFrom: realPlatformClock.wall(),
})
const serverId = platform.addServer('Weavers', { id: 'weavers' })
platform.addChannel(serverId, 'general', { id: 'general' })
const bot = platform.addBot('Heddle', token, { id: 'heddle' })
platform.addUser('Ann', { id: 'ann' })
platform.openDm('ann', bot.id)

const { url } = await servePlatform(platform, Number(process.argv[2] ?? 7_500))
const account = {
  apiUrl: url,
  token,
  allow: { people: ['*'], places: { [serverId]: { channels: { '*': {} }, people: ['*'] } } },
}
const settings = JSON.stringify({ channels: { loopback: { accounts: { main: account } } } }, null, 2)
const said = JSON.stringify({ userId: 'ann', conversationId: 'general', text: `<@${bot.id}> hello` })
process.stdout.write(
  `The platform listens on ${url}. In heddle.json5:\n\n${settings}\n\nThen say something, and read it:\n\n` +
    `curl ${url}/control/say -d '${said}'\ncurl ${url}/control/read -d '{"conversationId":"general"}'\n`,
)
