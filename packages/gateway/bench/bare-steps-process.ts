// A model called through the library alone, one answer after the other. Argument: the models' address.

import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { offerToParent } from './forked-process.ts'
import type { StepCpu } from './step-overhead.ts'

const [, , modelsUrl = ''] = process.argv
const steps = 300
const provider = createOpenAICompatible({ name: 'bench', baseURL: modelsUrl, includeUsage: true })
const system = 'You are Main, an agent in a team. Say what is so, briefly.'
const text = 'How do things stand with the release, and what is left to do?'

async function callModel(): Promise<string> {
  const { stream } = await provider.chatModel('instant').doStream({
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text }] },
    ],
  })
  let answer = ''
  for await (const part of stream) if (part.type === 'text-delta') answer += part.delta
  return answer
}

offerToParent({}, async (): Promise<StepCpu> => {
  const before = process.cpuUsage()
  for (let i = 0; i < steps; i++) await callModel()
  const { user, system: inSystem } = process.cpuUsage(before)
  return { stepMs: (user + inSystem) / steps / 1_000 }
})
