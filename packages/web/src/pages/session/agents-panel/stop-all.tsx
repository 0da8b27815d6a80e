// Stops every sub-agent that works in a tree, asked once more in place. The session at the top is not touched: what is
// below each of its own sub-agents goes with that.

import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useClient } from '../../../api/client-context.tsx'
import { Button } from '../../../components/button.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { treePanelStrings } from '../../../tree-panel-strings.ts'
import styles from './agents-panel.module.css'
import type { Branch } from './arrange-tree.ts'
import { useTreeActs } from './tree-acts.ts'

const words = treePanelStrings.stopAll

export function StopAll({ tree, active }: { tree: Branch; active: number }) {
  const { mayWrite } = useTreeActs()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const questionId = useId()
  const stop = useStopEach(active)
  if (!mayWrite || (active === 0 && !isAsking)) return null
  const written = format.count(active)
  const done = () => {
    setAsking(false)
    opener.current?.focus()
  }
  return (
    <>
      <Button
        ref={opener}
        look="quiet"
        aria-expanded={isAsking}
        isAtRest={active === 0}
        onPress={() => setAsking(!isAsking)}
      >
        {words.button(active, written)}
      </Button>
      {isAsking ? (
        <div
          role="group"
          aria-labelledby={questionId}
          className={styles.question}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            done()
          }}
        >
          <p id={questionId}>{words.ask(active, written)}</p>
          <div className={styles.buttons}>
            <Button
              look="danger"
              isPending={stop.isPending}
              onPress={() =>
                stop.mutate(
                  tree.live.map(({ run }) => run.sessionId),
                  { onSettled: done },
                )
              }
            >
              {words.button(active, written)}
            </Button>
            <Button autoFocus onPress={done}>
              {words.no}
            </Button>
          </div>
        </div>
      ) : null}
    </>
  )
}

/** One request for each that stands right below the top. */
function useStopEach(active: number) {
  const client = useClient()
  const announce = useAnnounce()
  const format = useFormat()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const ends = await Promise.allSettled(ids.map((id) => client.call('stopSession', { path: { id } })))
      return ends.filter(({ status }) => status === 'rejected').length
    },
    onSuccess: (failed) =>
      announce(failed === 0 ? words.done(active, format.count(active)) : words.partly(failed)),
  })
}
