// Finds sessions, pages and actions by typing. The field keeps the focus; the arrows choose, Enter does it.

import type { ListedSessionJson } from '@heddle/contract'
import { limits } from '@heddle/contract'
import { Search, X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useLocation } from 'wouter'
import { useRead } from '../api/use-read.ts'
import { Button } from '../components/button.tsx'
import { useInbox } from '../inbox/inbox-context.tsx'
import { chooseSections } from '../pages/settings/sections.ts'
import { useMe } from '../me/me-context.tsx'
import { paletteStrings } from '../palette-strings.ts'
import { strings } from '../strings.ts'
import { choosePalette, type PaletteEntry } from './choose-palette.ts'
import { chooseDestinations, deliveriesPath, searchPath } from './destinations.ts'
import { usePalette } from './palette-context.tsx'
import styles from './palette.module.css'
import { useAnnounce } from './status-region.tsx'
import { useBackStep } from './use-back-step.ts'
import { useIsPhone } from './use-is-phone.ts'

export function Palette({ onClose }: { onClose(): void }) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog className={styles.dialog ?? ''}>
          <Heading slot="title" level={2} className="visually-hidden">
            {paletteStrings.title}
          </Heading>
          <Finder onClose={onClose} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function Finder({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const { groups, isSearching, hasFailed } = useFound(typed)
  const entries = groups.flatMap((group) => group.entries)
  // The way on to search is always there, and is no match.
  const matches = entries.length - (typed.trim() === '' ? 0 : 1)
  const at = Math.min(chosen, entries.length - 1)
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const words = paletteStrings
  const isPhone = useIsPhone()
  useEffect(() => {
    if (!isPhone) return field.current?.focus()
    // For two frames the dialog looks whether a field has the focus, and would then wait for the keyboard, unseen.
    return afterFrames(4, () => field.current?.focus())
  }, [isPhone])
  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, at])
  useSaidCount(matches, typed, isSearching)
  const leave = useBackStep(onClose)
  const take = async (entry: PaletteEntry | undefined) => {
    if (!entry) return
    // Else the step back would come after the step to where the entry leads.
    await leave()
    onClose()
    // The dialog gives the focus back first, so that what is done may take it.
    requestAnimationFrame(() => requestAnimationFrame(() => entry.run()))
  }
  return (
    <>
      <div className={styles.field}>
        <Search size={16} strokeWidth={1.5} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          role="combobox"
          className={styles.input}
          aria-label={words.label}
          placeholder={words.label}
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${listId}-${at}` : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={limits.searchTextCharsMax}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            const next = nextOf(event.key, at, entries.length)
            if (next === undefined && event.key !== 'Enter') return
            event.preventDefault()
            if (next === undefined) void take(entries[at])
            else setChosen(next)
          }}
        />
        <span className={styles.close}>
          <Button look="quiet" isIcon aria-label={words.close} onPress={onClose}>
            <X size={20} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </span>
      </div>
      {hasFailed ? <p className={styles.note}>{words.failed}</p> : null}
      {matches === 0 ? (
        <p className={styles.note}>{isSearching ? words.searching : words.none(typed.trim())}</p>
      ) : null}
      {entries.length === 0 ? null : (
        <div id={listId} role="listbox" aria-label={words.results} className={styles.list}>
          {groups.map((group) => (
            <div key={group.id} role="group" aria-labelledby={`${listId}-${group.id}`}>
              <p id={`${listId}-${group.id}`} className={styles.group} role="presentation">
                {words.groups[group.id]}
              </p>
              {group.entries.map((entry) => {
                const index = entries.indexOf(entry)
                return (
                  <div
                    key={entry.id}
                    id={`${listId}-${index}`}
                    role="option"
                    aria-selected={index === at}
                    className={styles.entry}
                    onPointerMove={() => setChosen(index)}
                    onClick={() => void take(entry)}
                  >
                    <span className={styles.title} dir="auto">
                      {entry.title}
                    </span>
                    {entry.aside ? <span className={styles.aside}>{entry.aside}</span> : null}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

const pageSteps = 8

function nextOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'PageDown':
      return Math.min(count - 1, at + pageSteps)
    case 'PageUp':
      return Math.max(0, at - pageSteps)
    default:
      return undefined
  }
}

function afterFrames(count: number, run: () => void): () => void {
  let frame = requestAnimationFrame(function next() {
    count -= 1
    if (count <= 0) run()
    else frame = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(frame)
}

function useFound(typed: string) {
  const me = useMe()
  const { all } = usePalette()
  const { isOn } = useInbox()
  const [, navigate] = useLocation()
  const text = useSettled(typed.trim())
  const recent = useRead('listSessions', { query: { limit: 8 } })
  const found = useRead('listSessions', { query: { limit: 20, text } }, text !== '')
  // What was offered when it was opened: behind the dialog nothing comes or goes.
  const [actions] = useState(all)
  const pages = useMemo(() => {
    const destinations = chooseDestinations(isOn !== false)
    return [
      ...destinations.map(({ href, title }) => ({ href, title })),
      { href: deliveriesPath, title: strings.shell.nav.deliveries },
      { href: '/', title: strings.nav.home },
      ...chooseSections(me.role, isOn !== false)
        .filter(({ href }) => !destinations.some((destination) => destination.href === href))
        .map(({ href, title }) => ({ href, title: strings.shell.palette.actions.settings(title) })),
    ]
  }, [me.role, isOn])
  const isSearching = typed.trim() !== '' && (text !== typed.trim() || found.isPending)
  const sessions = typed.trim() === '' ? recent.data : found.data
  const groups = choosePalette({
    typed,
    actions: actions.map((action) => ({ ...action, id: `action ${action.id}` })),
    sessions: (sessions?.items ?? []).map((session) => ({
      id: session.id,
      title: session.title === '' ? strings.sessions.untitled : session.title,
      aside: stateOf(session),
      run: () => navigate(`/sessions/${session.id}`),
    })),
    search: {
      id: 'search',
      title: paletteStrings.search(typed.trim()),
      run: () => navigate(`${searchPath}?${new URLSearchParams({ q: typed.trim() }).toString()}`),
    },
    pages: pages.map(({ href, title }) => ({ id: `page ${href}`, title, run: () => navigate(href) })),
  })
  return { groups, isSearching, hasFailed: found.isError && text !== '' }
}

function stateOf({ state }: ListedSessionJson): string {
  return strings.shell.list.filter.states[state]
}

const pauseMs = 150

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function useSaidCount(count: number, typed: string, isSearching: boolean): void {
  const announce = useAnnounce()
  const isTyped = typed.trim() !== ''
  useEffect(() => {
    if (isTyped && !isSearching) announce(paletteStrings.matches(count), false)
  }, [announce, count, isTyped, isSearching])
}
