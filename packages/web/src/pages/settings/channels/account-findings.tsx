// What a look at an account found: what does not work, with what to do, and the link by which it is let in.

import type { ChannelCheckJson, ChannelFindingJson } from '@heddle/contract'
import { type GlyphState, StateGlyph } from '../../../components/state-glyph.tsx'
import { channelStrings } from '../../../channel-strings.ts'
import { useFormat } from '../../../format/format-context.tsx'
import styles from './channels-section.module.css'
import { InviteLink } from './invite-link.tsx'
import { sortFindings } from './sort-findings.ts'

const words = channelStrings.checked

/** A bot on many servers can lack the same in hundreds of channels; the rest is folded away. */
const shownMax = 20

const glyphs: Record<ChannelFindingJson['state'], GlyphState> = {
  good: 'done',
  weak: 'waiting',
  bad: 'failed',
}

export function tellSum({ findings }: ChannelCheckJson): string {
  const { bad, weak } = sortFindings(findings)
  return bad + weak === 0 ? words.allGood : words.sum(bad, weak)
}

export function AccountFindings(props: { name: string; atMs: number; check: ChannelCheckJson }) {
  const { name, atMs, check } = props
  const format = useFormat()
  const { problems, good } = sortFindings(check.findings)
  const more = problems.slice(shownMax)
  return (
    <section className={styles.found} aria-label={words.title(name)}>
      <p className={styles.sum}>
        {tellSum(check)} <span className={styles.when}>{words.when(format.clock(atMs))}</span>
      </p>
      <Findings findings={problems.slice(0, shownMax)} />
      <Folded title={words.more(format.count(more.length))} findings={more} />
      <Folded title={words.good(good.length, format.count(good.length))} findings={good} />
      {check.inviteUrl === null ? null : <InviteLink url={check.inviteUrl} />}
    </section>
  )
}

function Folded({ title, findings }: { title: string; findings: readonly ChannelFindingJson[] }) {
  if (findings.length === 0) return null
  return (
    <details className={styles.details}>
      <summary>{title}</summary>
      <Findings findings={findings} />
    </details>
  )
}

function Findings({ findings }: { findings: readonly ChannelFindingJson[] }) {
  if (findings.length === 0) return null
  return (
    <ul className={styles.findings}>
      {findings.map((finding, index) => (
        // The list is made anew by each look, and never changed.
        <li key={index} className={styles.finding}>
          <span className={styles.state}>
            <StateGlyph state={glyphs[finding.state]} />
            {words.states[finding.state]}
          </span>
          <div className={styles.words}>
            <p dir="auto">
              <bdi className={styles.thing}>{finding.about}</bdi> {finding.text}
            </p>
            {finding.remedy === null ? null : (
              <p className={styles.remedy} dir="auto">
                {finding.remedy}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
