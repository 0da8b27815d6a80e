// Which model a test asks, when nobody said: one that can chat, because lists also hold what makes vectors and sounds.

const otherThanChat =
  /embed|whisper|tts|speech|dall-e|image|moderation|rerank|transcri|realtime|audio|sora|davinci|babbage/i

export function chooseTestModel(
  wanted: string | undefined,
  configured: readonly string[],
  listed: readonly string[],
): string | undefined {
  return wanted ?? configured[0] ?? listed.find((id) => !otherThanChat.test(id)) ?? listed[0]
}
