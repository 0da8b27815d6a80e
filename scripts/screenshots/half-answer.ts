// A model that stops in the middle of a sentence and says no more, so that "while it is written" can be pictured at
// rest.

import { type ModelEndpoint, openModelEndpoint } from '../../packages/emulators/src/model-endpoint.ts'

export const halfModel = 'gemma3:27b'

export function openHalfAnswer(): Promise<ModelEndpoint> {
  return openModelEndpoint({ [halfModel]: { fault: 'silent', piece: written } })
}

const written = `Here is a first draft, in the order in which people will ask.

## What is new this spring

The **small loom** comes in ash as well as beech, with the same warranty. Orders placed before April are threaded for free; say how many heddles you want, and in which width.

| width | heddles | threaded by us |
|---|---:|---|
| 40 cm | 160 | yes |
| 60 cm | 240 | yes |
| 80 cm | 320 | on request |

## Courses

Two evenings for beginners, one for those who have woven a scarf and want`
