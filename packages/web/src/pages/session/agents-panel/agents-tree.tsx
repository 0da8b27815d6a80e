// What the panel of sub-agents holds: how many there are and what they used, which of them to show, the way to stop all,
// and the tree with the session at its top.

import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { Button as PlainButton } from 'react-aria-components'
import { useConnection } from '../../../api/client-context.tsx'
import { useRead } from '../../../api/use-read.ts'
import { Button } from '../../../components/button.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Loading } from '../../../components/loading.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { useTree } from '../../../live/trees-context.tsx'
import { chooseOffers } from '../../../me/choose-offers.ts'
import { useMe } from '../../../me/me-context.tsx'
import { strings } from '../../../strings.ts'
import { treePanelStrings } from '../../../tree-panel-strings.ts'
import { useTalkHere } from '../focus/use-talk-here.ts'
import styles from './agents-panel.module.css'
import { arrangeTree, type Branch, sumTree, type TreeSums } from './arrange-tree.ts'
import { Go } from './run-row.tsx'
import { SecondClockProvider } from './second-clock.tsx'
import { StopAll } from './stop-all.tsx'
import { type TreeActs, TreeActsProvider, useTreeActs } from './tree-acts.ts'
import { TreeBranch } from './tree-branch.tsx'
import { useBoundPlaces } from './use-bound-places.ts'

interface AgentsTreeProps {
  rootId: string
  currentId: string
  onGo(): Promise<void>
}

const words = treePanelStrings

export function AgentsTree({ rootId, currentId, onGo }: AgentsTreeProps) {
  const { state, runs } = useTree(rootId)
  const [isNarrowed, setNarrowed] = useState(false)
  const acts = useActs({ rootId, currentId }, isNarrowed, onGo)
  const tree = useMemo(() => arrangeTree(runs.values(), rootId), [runs, rootId])
  const sums = useMemo(() => sumTree(runs.values()), [runs])
  if (state === 'opening')
    return (
      <Plain>
        <Loading>{words.loading}</Loading>
      </Plain>
    )
  if (state === 'refused')
    return (
      <Plain>
        <EmptyState>{words.refused}</EmptyState>
      </Plain>
    )
  return (
    <TreeActsProvider value={acts}>
      <SecondClockProvider>
        {runs.size === 0 ? (
          <Plain>
            <EmptyState>
              {words.none} <code>{words.noneExample}</code>
            </EmptyState>
          </Plain>
        ) : (
          <>
            <Tools tree={tree} sums={sums} isNarrowed={isNarrowed} onNarrow={setNarrowed} />
            <div className={styles.scroller}>
              <Offline />
              <Root rootId={rootId} />
              <TreeBranch branch={tree} name={words.root} isTop />
              {isNarrowed && tree.live.length === 0 ? (
                <EmptyState action={<Button onPress={() => setNarrowed(false)}>{words.showAll}</Button>}>
                  {words.noneActive}
                </EmptyState>
              ) : null}
            </div>
          </>
        )}
      </SecondClockProvider>
    </TreeActsProvider>
  )
}

function useActs(
  { rootId, currentId }: { rootId: string; currentId: string },
  isNarrowed: boolean,
  onGo: () => Promise<void>,
): TreeActs {
  const mayWrite = chooseOffers(useMe().role).sessions
  const { data: agents } = useRead('listAgents', {})
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  const setFold = useCallback(
    (key: string, isOpen: boolean) => setFolds((last) => new Map(last).set(key, isOpen)),
    [],
  )
  const agentOf = useCallback(
    (id: string) => agents?.items.find((agent) => agent.id === id)?.name ?? id,
    [agents],
  )
  const placeOf = useBoundPlaces(rootId)
  const { data: current } = useRead('readSession', { path: { id: currentId } })
  const talksTo = current?.focus?.sessionId
  const here = useTalkHere(currentId)
  const talk = useMemo(
    () => ({
      talkTo: (sessionId: string, name: string) => void onGo().then(() => here.talkTo(sessionId, name)),
      unfocus: () => void onGo().then(here.unfocus),
    }),
    [here, onGo],
  )
  return useMemo(
    () => ({ currentId, mayWrite, talk, talksTo, placeOf, agentOf, isNarrowed, folds, setFold, onGo }),
    [currentId, mayWrite, talk, talksTo, placeOf, agentOf, isNarrowed, folds, setFold, onGo],
  )
}

interface ToolsProps {
  tree: Branch
  sums: TreeSums
  isNarrowed: boolean
  onNarrow(isNarrowed: boolean): void
}

function Tools({ tree, sums, isNarrowed, onNarrow }: ToolsProps) {
  const format = useFormat()
  const { sums: said, filter } = words
  const figures = [
    said.active(format.count(sums.active)),
    ...(sums.ended === 0 ? [] : [said.ended(format.count(sums.ended))]),
    ...(sums.tokens === 0 ? [] : [said.tokens(format.short(sums.tokens))]),
    ...(sums.costMicros === 0 ? [] : [format.money(sums.costMicros)]),
  ]
  return (
    <div className={styles.tools}>
      <p className={styles.sums}>{figures.join(' · ')}</p>
      <div className={styles.choices}>
        <div role="group" aria-label={filter.label} className={styles.filter}>
          {([false, true] as const).map((narrowed) => (
            <PlainButton
              key={String(narrowed)}
              className={styles.choice ?? ''}
              aria-pressed={isNarrowed === narrowed}
              onPress={() => onNarrow(narrowed)}
            >
              {narrowed ? filter.active : filter.all}
            </PlainButton>
          ))}
        </div>
        <StopAll tree={tree} active={sums.active} />
      </div>
    </div>
  )
}

/** The session at the top: the way back from any of them. */
function Root({ rootId }: { rootId: string }) {
  const { currentId } = useTreeActs()
  const session = useRead('readSession', { path: { id: rootId } })
  const title = session.data?.title || strings.session.untitled
  return (
    <p className={styles.root}>
      <Go to={`/sessions/${rootId}`} isCurrent={rootId === currentId}>
        {title}
      </Go>
    </p>
  )
}

function Offline() {
  const connection = useConnection()
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  return isLost ? <p className={styles.offline}>{words.offline}</p> : null
}

function Plain({ children }: { children: React.ReactNode }) {
  return <div className={styles.plain}>{children}</div>
}
