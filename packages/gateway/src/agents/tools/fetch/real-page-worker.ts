// The thread that reads one page and ends.

import { parentPort, workerData } from 'node:worker_threads'
import type { PageReading } from './page-reader.ts'
import { readPage } from './read-page.ts'

// The edge: real-page-reader.ts is the only one that starts this.
const { html, ...options } = workerData as PageReading & { html: string }
parentPort?.postMessage(readPage(html, options))
