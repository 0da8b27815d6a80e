// Who and what is there in the benchmark of Discord, for the processes that take part.

export const discordScene = {
  ann: '1000000000000000001',
  /** Where Heddle hears, and where no program does. */
  server: '1000000000000000002',
  bareServer: '1000000000000000003',
  channel: '1000000000000000004',
  bareChannel: '1000000000000000005',
  bot: '1000000000000000006',
  /** Sees what people see, in both. */
  onlooker: '1000000000000000007',
  token: 'bench.discord.token',
  onlookerToken: 'bench.discord.onlooker',
} as const

/** Besides the one above, in which others talk. */
export const loadChannels = Array.from({ length: 10 }, (_, i) =>
  String(1_000_000_000_000_000_100n + BigInt(i)),
)

export interface DiscordOffer {
  apiUrl: string
  gatewayUrl: string
  controlUrl: string
  webhookUrl: string
}

/** In milliseconds, each of them. */
export interface TalkMeasured {
  ours: number[]
  calls: number[]
}

export interface AcksMeasured {
  acks: number[]
}
