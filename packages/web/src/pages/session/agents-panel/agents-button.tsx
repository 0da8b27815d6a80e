// In the head of a session: how many sub-agents are at work in its tree, and the way to them. It is not there as long as
// there was never one.

import type { SessionJson } from '@heddle/contract'
import { Network } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { Button } from 'react-aria-components'
import { StateGlyph } from '../../../components/state-glyph.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { useTree } from '../../../live/trees-context.tsx'
import { useSidePlace } from '../../../shell/side-place.tsx'
import { usePaletteActions } from '../../../shell/palette-context.tsx'
import { useShortcut } from '../../../shell/shortcut-context.tsx'
import { strings } from '../../../strings.ts'
import { agentsPanel } from './agents-panel-later.ts'
import styles from './agents-button.module.css'
import { sumTree } from './arrange-tree.ts'
import { useRootId } from './use-root-id.ts'

const words = strings.tree

export function AgentsButton({ session }: { session: Pick<SessionJson, 'id' | 'parentId'> }) {
  agentsPanel.useSoon()
  const format = useFormat()
  const rootId = useRootId(session)
  const { runs } = useTree(rootId)
  const place = useSidePlace()
  const { setRoot } = place
  useEffect(() => {
    if (rootId !== undefined) setRoot(rootId)
  }, [rootId, setRoot])
  const { active, asks } = useMemo(() => sumTree(runs.values()), [runs])
  const isThere = runs.size > 0
  const isOpen = place.shown === 'agents'
  const open = () => place.open('agents')
  const toggle = () => (isOpen ? place.close() : open())
  useShortcut('agents-panel', toggle)
  usePaletteActions([
    { id: 'agents-panel', title: words.palette, also: words.paletteAlso, group: 'session', run: open },
  ])
  if (!isThere) return null
  const written = format.count(active)
  return (
    <Button
      className={styles.button ?? ''}
      aria-label={words.button.label(active, written, asks)}
      aria-expanded={isOpen}
      data-agents-button=""
      onPress={toggle}
    >
      {asks > 0 ? (
        <StateGlyph state="waiting" />
      ) : active > 0 ? (
        <StateGlyph state="running" />
      ) : (
        <Network size={12} strokeWidth={2} aria-hidden="true" />
      )}
      {active === 0 ? words.button.none : words.button.active(active, written)}
    </Button>
  )
}
