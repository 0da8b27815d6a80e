// One tool: its name, what it does, what is to be known about it, and what the policy says.

import type { ToolJson, ToolPolicy } from '@heddle/contract'
import { Chip } from '../../../components/chip.tsx'
import type { GlyphState } from '../../../components/state-glyph.tsx'
import { toolStrings } from '../../../tool-strings.ts'
import { choosePolicies, type SaidPolicy } from './choose-tool-groups.ts'
import styles from './tools-section.module.css'

const words = toolStrings

const glyphs: Record<ToolPolicy, GlyphState> = { allow: 'done', ask: 'waiting', deny: 'failed' }

export function ToolEntry({ tool }: { tool: ToolJson }) {
  const facts = [...(tool.carriesOut ? [words.carriesOut] : []), ...(tool.untrusted ? [words.untrusted] : [])]
  return (
    <li className={styles.tool}>
      <div className={styles.head}>
        <code className={styles.name}>{tool.name}</code>
        {choosePolicies(tool.policies).map((said) => (
          <Chip key={said.agentId ?? ''} glyph={glyphs[said.policy]}>
            {policyWords(said)}
          </Chip>
        ))}
      </div>
      <p className={styles.about} dir="auto">
        {tool.description}
      </p>
      {facts.length === 0 ? null : <p className={styles.facts}>{facts.join(' · ')}</p>}
    </li>
  )
}

function policyWords({ agentId, policy, isDefault }: SaidPolicy): string {
  const said = isDefault ? `${words.policies[policy]} ${words.byDefault}` : words.policies[policy]
  return agentId === undefined ? words.everyone(said) : words.policy(agentId, said)
}
