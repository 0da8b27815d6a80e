// Begins a session and goes there. With one agent that is one press; with more, one is chosen first.

import type { AgentJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useRead } from '../../api/use-read.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button, type ButtonLook } from '../../components/button.tsx'
import { ChoiceGroup } from '../../components/choice-group.tsx'
import { Dialog, DialogActions, useFocusReturn } from '../../components/dialog.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form } from '../../components/form.tsx'
import { useMe } from '../../me/me-context.tsx'
import { strings } from '../../strings.ts'
import { draftsOf } from '../session/drafts.ts'
import styles from './sessions-page.module.css'

export function NewSession({ look }: { look: ButtonLook }) {
  const agents = useRead('listAgents', {})
  const [isChoosing, setChoosing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusReturn(isChoosing, () => button.current)
  const create = useCreateSession('')
  const list = agents.data?.items ?? []
  const words = strings.sessions.create
  const begin = () => (list.length > 1 ? setChoosing(true) : create.begin(list[0]?.id))
  return (
    <>
      <Button look={look} ref={button} isPending={create.isPending} onPress={begin}>
        <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
        {words.button}
      </Button>
      {create.error && !isChoosing ? <Failure error={create.error} /> : null}
      {isChoosing ? <AgentDialog agents={list} onClose={() => setChoosing(false)} /> : null}
    </>
  )
}

/** Begins a session in which the example is already written, ready to be sent. */
export function SessionExample() {
  const agents = useRead('listAgents', {})
  const words = strings.sessions
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

function AgentDialog({ agents, onClose }: { agents: readonly AgentJson[]; onClose(): void }) {
  const [agentId, setAgent] = useState(agents[0]?.id ?? '')
  const create = useCreateSession('')
  const words = strings.sessions.create
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Form failures={0} onSubmit={() => create.begin(agentId)}>
        {create.error ? <Failure error={create.error} /> : null}
        <ChoiceGroup
          label={words.agent}
          choices={agents.map((agent) => ({
            value: agent.id,
            title: agent.name,
            about: agent.isDemo ? words.demo : agent.model,
          }))}
          value={agentId}
          onChange={setAgent}
        />
        <DialogActions>
          <Button onPress={onClose}>{strings.form.cancel}</Button>
          <Button type="submit" look="primary" isPending={create.isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function useCreateSession(firstText: string) {
  const me = useMe()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const create = useSubmit('createSession', {
    done: (session) => {
      if (firstText !== '') draftsOf(me.id).write(session.id, firstText)
      void queries.invalidateQueries({ queryKey: ['listSessions'] })
      navigate(`/sessions/${session.id}`)
    },
  })
  return {
    begin: (agentId: string | undefined) => create.submit({ body: agentId === undefined ? {} : { agentId } }),
    isPending: create.isPending,
    error: create.error,
  }
}
