// The model that the agent runs on in this session: its own, or another of those that are set up.

import type { AgentJson, ModelJson, WholeSessionJson } from '@heddle/contract'
import { Check, ChevronDown } from 'lucide-react'
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { useRead } from '../../../api/use-read.ts'
import menu from '../../../components/menu.module.css'
import { strings } from '../../../strings.ts'
import { chooseModels, isModelChoice, shortModelName } from './choose-models.ts'
import styles from './recipient-line.module.css'
import { useChangeModel } from './use-change-model.ts'

interface ModelPickerProps {
  session: WholeSessionJson
  agent: AgentJson
  onChanged?: ((session: WholeSessionJson) => void) | undefined
}

/** No name of a model: those have a slash. */
const ownKey = 'own'

export function ModelPicker({ session, agent, onChanged }: ModelPickerProps) {
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
        <Menu
          className={menu.menu ?? ''}
          aria-label={words.model}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[model ?? ownKey]}
          onAction={(key) => {
            if (key === ownKey) choose(null, agent.model)
            else choose(String(key), String(key))
          }}
        >
          <Entry id={ownKey} title={words.own(agent.model)} />
          {chooseModels(models).map(({ provider, models: members }) => (
            <MenuSection key={provider} id={`of-${provider}`}>
              <Header className={styles.provider ?? ''}>{provider}</Header>
              {members.map((member) => (
                <Entry
                  key={member.name}
                  id={member.name}
                  title={shortModelName(member.name, provider)}
                  model={member}
                />
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

function Entry({ id, title, model }: { id: string; title: string; model?: ModelJson }) {
  return (
    <MenuItem id={id} textValue={model?.name ?? title} className={menu.item ?? ''}>
      {({ isSelected }) => (
        <>
          <span className={styles.entry}>{title}</span>
          {model ? <Traits model={model} /> : null}
          <span className={styles.mark}>
            {isSelected ? <Check size={16} strokeWidth={1.5} aria-hidden="true" /> : null}
          </span>
        </>
      )}
    </MenuItem>
  )
}

function Traits({ model }: { model: ModelJson }) {
  const words = strings.composer.recipient
  const traits = [...(model.isDemo ? [words.demo] : []), ...(model.vision ? [words.sees] : [])]
  return traits.length === 0 ? null : <span className={styles.traits}>{traits.join(' · ')}</span>
}
