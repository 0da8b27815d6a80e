// Colours code beside the page: making a grammar ready takes up to a second of work, during which nothing could be
// scrolled or typed.

import { createCodeHighlighter } from './code-highlighter.ts'
import type { HighlightAnswer, HighlightJob } from './worker-highlighter.ts'

const highlighter = createCodeHighlighter()

// Only the page that started this worker can speak to it.
self.addEventListener('message', ({ data }: MessageEvent<HighlightJob>) => {
  void answer(data).then((message) => self.postMessage(message))
})

async function answer({ id, text, language }: HighlightJob): Promise<HighlightAnswer> {
  try {
    return { id, lines: await (await highlighter).highlight(text, language) }
  } catch (error) {
    return { id, problem: String(error) }
  }
}
