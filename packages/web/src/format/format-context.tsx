// Gives the reader's format to every component; before sign-in it follows the browser.

import { createContext, type ReactNode, use, useMemo } from 'react'
import { chooseLocale, createFormat, type Format, knownTimeZone } from './format.ts'

const FormatContext = createContext<Format | null>(null)

export function FormatProvider(props: { timeZone: string | null; now?: () => number; children: ReactNode }) {
  const { timeZone, now = Date.now, children } = props
  const format = useMemo(
    () => createFormat({ locale: chooseLocale(navigator.languages), timeZone: knownTimeZone(timeZone), now }),
    [timeZone, now],
  )
  return <FormatContext value={format}>{children}</FormatContext>
}

export function useFormat(): Format {
  const format = use(FormatContext)
  if (!format) throw new Error('a component that writes times stands outside FormatProvider')
  return format
}
