// Asks which agent a new session is for.

import type { AgentJson } from '@heddle/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ChoiceGroup } from '../../components/choice-group.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form } from '../../components/form.tsx'
import { strings } from '../../strings.ts'
import { useCreateSession } from './use-create-session.ts'

export function AgentDialog({ agents, onClose }: { agents: readonly AgentJson[]; onClose(): void }) {
  const [agentId, setAgent] = useState(agents[0]?.id ?? '')
  const create = useCreateSession('', onClose)
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
