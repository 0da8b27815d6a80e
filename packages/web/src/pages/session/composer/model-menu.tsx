// The models that are set up, by their providers, and the agent's own.

import type { AgentJson, ModelJson } from '@heddle/contract'
import { Check } from 'lucide-react'
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components'
import menu from '../../../components/menu.module.css'
import { strings } from '../../../strings.ts'
import { chooseModels, shortModelName } from './choose-models.ts'
import styles from './recipient-line.module.css'

interface ModelMenuProps {
  agent: AgentJson
  models: readonly ModelJson[]
  /** Null: the agent's own. */
  model: string | null
  choose(model: string | null, shown: string): void
}

/** No name of a model: those have a slash. */
const ownKey = 'own'

export function ModelMenu({ agent, models, model, choose }: ModelMenuProps) {
  const words = strings.composer.recipient
  return (
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
