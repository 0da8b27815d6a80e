// The model endpoint in a process of its own, so that what it costs is not counted as ours.

import { openModelEndpoint } from '@heddle/emulators/model-endpoint'
import { offerToParent } from './forked-process.ts'

const endpoint = await openModelEndpoint({ instant: {}, slow: { pieces: 20, delayMs: 20 } })
offerToParent({ url: endpoint.url })
