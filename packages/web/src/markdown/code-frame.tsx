// What stands around code and diffs alike: a bar with what it is, the choice to wrap, a copy; below it the rest of a
// long one behind a button.

import { Check, Copy, WrapText } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import { Button } from '../components/button.tsx'
import { copyText } from '../components/copy-text.ts'
import { useFormat } from '../format/format-context.tsx'
import { useAnnounce } from '../shell/status-region.tsx'
import { strings } from '../strings.ts'
import styles from './code.module.css'
import { useWrap } from './wrap-choice.ts'

const copiedShownMs = 2_000

interface CodeFrameProps {
  title: ReactNode
  /** What is copied. */
  text: string
  /** What is selected where the browser does not let the page copy. */
  shown: RefObject<HTMLElement | null>
  fold?: { lineCount: number; isFolded: boolean; onChange(isFolded: boolean): void } | undefined
  children: ReactNode
}

export function CodeFrame({ title, text, shown, fold, children }: CodeFrameProps) {
  const [isWrapped] = useWrap()
  return (
    <div className={`${styles.frame} ${isWrapped ? styles.wrapped : ''}`}>
      <div className={styles.bar}>
        {title}
        <span className={styles.tools}>
          <WrapToggle />
          <CopyButton text={text} shown={shown} />
        </span>
      </div>
      {children}
      {fold ? <FoldButton {...fold} /> : null}
    </div>
  )
}

function WrapToggle() {
  const [isWrapped, choose] = useWrap()
  return (
    <ToggleButton className={styles.toggle ?? ''} isSelected={isWrapped} onChange={choose}>
      <WrapText size={16} strokeWidth={1.5} aria-hidden="true" />
      {strings.markdown.code.wrap}
    </ToggleButton>
  )
}

function CopyButton({ text, shown }: Pick<CodeFrameProps, 'text' | 'shown'>) {
  const announce = useAnnounce()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedShownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const isDone = await copyWhole(text, shown.current)
    setCopied(isDone)
    // The eye sees it on the button; what could not be copied has to be said to everyone.
    if (isDone) announce(strings.markdown.code.copiedSaid, false)
    else announce(strings.once.copyByHand)
  }
  const Icon = isCopied ? Check : Copy
  return (
    <Button look="quiet" onPress={() => void copy()}>
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      {isCopied ? strings.markdown.code.copied : strings.markdown.code.copy}
    </Button>
  )
}

/**
 * Where the browser has no clipboard for this page, what is selected is copied: a copy of the whole text, because the
 * one on the page may be folded. Where even that is refused, the reader finds selected what is shown.
 */
async function copyWhole(text: string, shown: HTMLElement | null): Promise<boolean> {
  const whole = document.createElement('pre')
  whole.className = 'visually-hidden'
  whole.style.whiteSpace = 'pre'
  whole.textContent = text
  document.body.append(whole)
  try {
    const isDone = await copyText(text, whole)
    if (!isDone && shown) window.getSelection()?.selectAllChildren(shown)
    return isDone
  } finally {
    whole.remove()
  }
}

function FoldButton({ lineCount, isFolded, onChange }: NonNullable<CodeFrameProps['fold']>) {
  const format = useFormat()
  const words = strings.markdown.code
  return (
    <div className={styles.foot}>
      <Button look="quiet" aria-expanded={!isFolded} onPress={() => onChange(!isFolded)}>
        {isFolded ? words.showAll(format.count(lineCount)) : words.showFewer}
      </Button>
    </div>
  )
}
