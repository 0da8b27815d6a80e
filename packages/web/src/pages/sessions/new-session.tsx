// Begins a session and goes there. With one agent that is one press; with more, one is chosen first.

import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Button, type ButtonLook } from '../../components/button.tsx'
import { useFocusReturn } from '../../components/dialog.tsx'
import { Failure } from '../../components/failure.tsx'
import { loadLater } from '../../components/load-later.tsx'
import { strings } from '../../strings.ts'
import styles from './sessions-page.module.css'
import { useCreateSession } from './use-create-session.ts'

const agentDialog = loadLater(async () => (await import('./agent-dialog.tsx')).AgentDialog)

export function NewSession({ look }: { look: ButtonLook }) {
  const { begin, isPending, error, dialog, isChoosing } = useNewSession()
  const button = useRef<HTMLButtonElement>(null)
  useFocusReturn(isChoosing, () => button.current)
  return (
    <>
      <Button look={look} ref={button} isPending={isPending} onPress={begin}>
        <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
        {strings.sessions.create.button}
      </Button>
      {error && !isChoosing ? <Failure error={error} /> : null}
      {dialog}
    </>
  )
}

/** The same without a button: for a key or a command. The dialog is to be drawn by whoever asks. */
export function useNewSession() {
  const agents = useRead('listAgents', {})
  const [isChoosing, setChoosing] = useState(false)
  const create = useCreateSession('')
  agentDialog.useSoon()
  const list = agents.data?.items ?? []
  return {
    begin: () => (list.length > 1 ? setChoosing(true) : create.begin(list[0]?.id)),
    isPending: create.isPending,
    error: create.error,
    isChoosing,
    dialog: isChoosing ? <agentDialog.Part agents={list} onClose={() => setChoosing(false)} /> : null,
  }
}

/** Begins a session in which the example is already written, ready to be sent. */
export function SessionExample() {
  const agents = useRead('listAgents', {})
  const words = strings.shell.list
  const create = useCreateSession(words.example)
  return (
    <>
      <button
        type="button"
        className={styles.example}
        onClick={() => create.begin(agents.data?.items[0]?.id)}
      >
        {words.example}
      </button>
      {create.error ? <Failure error={create.error} /> : null}
    </>
  )
}
