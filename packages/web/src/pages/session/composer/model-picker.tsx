// The model that the agent runs on in this session: its own, or another of those that are set up.

import type { AgentJson, WholeSessionJson } from '@heddle/contract'
import { ChevronDown } from 'lucide-react'
import { Button, MenuTrigger, Popover } from 'react-aria-components'
import { useRead } from '../../../api/use-read.ts'
import menu from '../../../components/menu.module.css'
import { strings } from '../../../strings.ts'
import { isModelChoice } from './choose-models.ts'
import { modelMenu } from '../dialogs-later.ts'
import styles from './recipient-line.module.css'
import { useChangeModel } from './use-change-model.ts'

interface ModelPickerProps {
  session: WholeSessionJson
  agent: AgentJson
  onChanged?: ((session: WholeSessionJson) => void) | undefined
}

export function ModelPicker({ session, agent, onChanged }: ModelPickerProps) {
  modelMenu.useSoon()
  const listed = useRead('listModels', {})
  const { model, choose } = useChangeModel(session, onChanged)
  const words = strings.composer.recipient
  const models = listed.data?.items ?? []
  const running = models.find(({ name }) => name === (model ?? agent.model))
  const isDemo = running?.isDemo ?? (model === null && agent.isDemo)
  const shown = isDemo ? strings.session.timeline.demo : (model ?? agent.model)
  if (listed.data && !isModelChoice(models, agent.model, model)) {
    return <span className={`${styles.modelName} ${styles.only}`}>{shown}</span>
  }
  return (
    <MenuTrigger>
      <Button className={styles.model ?? ''} aria-label={words.modelOf(shown)}>
        <span className={styles.modelName}>{shown}</span>
        <ChevronDown size={12} strokeWidth={2} aria-hidden="true" />
      </Button>
      <Popover className={`${menu.popover} ${styles.models}`} placement="top start">
        <modelMenu.Part agent={agent} models={models} model={model} choose={choose} />
      </Popover>
    </MenuTrigger>
  )
}
