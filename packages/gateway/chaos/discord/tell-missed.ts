// Of a message that never came in: whether Discord told of it, under which numbers, and from where its session was taken up
// again. Without that nobody can say on which side it was lost.

import type { DiscordStage } from './discord-stage.ts'

export function tellMissed(
  breaches: readonly string[],
  { discord, ends }: DiscordStage,
  since: number,
): string[] {
  const { gateway } = discord
  const resumes = gateway.truth.resumes
    .filter(({ at }) => at >= since)
    .map(({ at, seq, replayed }) => `${at}: from ${seq}, ${replayed ?? 'refused'}`)
  return breaches.map((breach) => {
    const [, id] = /\((\d+), .*never came in$/.exec(breach) ?? []
    if (id === undefined) return breach
    const told = gateway
      .sessions()
      .flatMap(({ kept }) => kept.filter(({ text }) => text.includes(`"id":"${id}"`)))
    const numbers = told.map(({ seq, text }) => `${seq} ${/"t":"(\w+)"/.exec(text)?.[1] ?? ''}`)
    const lives = ends.filter((end) => end >= since)
    return `${breach}; told as ${numbers.join(', ')}; taken up ${resumes.join('; ')}; ended ${lives.join(', ')}`
  })
}
