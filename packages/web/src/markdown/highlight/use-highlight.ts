// The colours of a block of code, asked for once it is in sight and the browser has nothing better to do.

import { createContext, type RefObject, use, useEffect, useState } from 'react'
import type { CodeHighlighter } from './code-highlighter.ts'
import type { CodeLine } from './code-roles.ts'
import type { LanguageName } from './languages.ts'
import { createWorkerHighlighter } from './worker-highlighter.ts'

/** One for the page, because grammars are large. */
const HighlighterContext = createContext<CodeHighlighter>(createWorkerHighlighter(startWorker))

interface Coloured {
  text: string
  language: LanguageName
  lines: readonly CodeLine[]
}

/** Undefined: plain for now, or for good. `language` undefined: not wanted. */
export function useHighlight(
  element: RefObject<HTMLElement | null>,
  text: string,
  language: LanguageName | undefined,
): readonly CodeLine[] | undefined {
  const highlighter = use(HighlighterContext)
  const [coloured, setColoured] = useState<Coloured>()
  useEffect(() => {
    if (language === undefined || !element.current) return
    let isCurrent = true
    const colour = async () => {
      if (!isCurrent) return
      const lines = await highlighter.highlight(text, language)
      if (isCurrent) setColoured({ text, language, lines })
    }
    // A grammar that cannot be loaded leaves the code plain, which is how it stands there already.
    const stop = whenInSight(element.current, () => whenIdle(() => void colour().catch(() => {})))
    return () => {
      isCurrent = false
      stop()
    }
  }, [element, text, language, highlighter])
  return language === undefined ? undefined : linesFor(coloured, text, language)
}

/** What was unfolded keeps the colours it has until the rest has some too. */
function linesFor(
  coloured: Coloured | undefined,
  text: string,
  language: LanguageName,
): readonly CodeLine[] | undefined {
  if (coloured?.language !== language) return undefined
  if (coloured.text === text) return coloured.lines
  if (!text.startsWith(`${coloured.text}\n`)) return undefined
  return [...coloured.lines, [{ text: text.slice(coloured.text.length + 1), role: undefined }]]
}

function startWorker(): Worker {
  return new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
}

function whenInSight(element: HTMLElement, run: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      run()
    },
    { rootMargin: '200px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/** Safari knows no idle time. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 50)
}
