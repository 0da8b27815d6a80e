// Settings → Tools: where commands run, and what agents can do, by group, with what the policy says to whom. It is set in
// the file; here one reads how it stands.

import type { SandboxJson, ToolJson } from '@heddle/contract'
import { CallError } from '../../../api/call-error.ts'
import { useRead } from '../../../api/use-read.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Loading } from '../../../components/loading.tsx'
import { Notice } from '../../../components/notice.tsx'
import { PageHeader } from '../../../shell/page-header.tsx'
import { toolStrings } from '../../../tool-strings.ts'
import { chooseToolGroups } from './choose-tool-groups.ts'
import { ToolEntry } from './tool-entry.tsx'
import styles from './tools-section.module.css'

const words = toolStrings

export function ToolsSection() {
  const found = useRead('listTools', {})
  return (
    <>
      <PageHeader title={words.title} about={words.about} />
      {found.data ? (
        <>
          <Sandbox sandbox={found.data.sandbox} />
          <Groups tools={found.data.items} />
          <p className={styles.guide}>
            {words.guide} <code>{words.guidePath}</code>
          </p>
        </>
      ) : found.error instanceof CallError ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading>{words.loading}</Loading>
      )}
    </>
  )
}

function Sandbox({ sandbox: { kind, message } }: { sandbox: SandboxJson }) {
  const isKeptIn = kind === 'bubblewrap' || kind === 'sandbox-runtime'
  return (
    <Notice tone={isKeptIn ? 'info' : 'wait'} title={words.sandboxes[kind]}>
      {message}
    </Notice>
  )
}

function Groups({ tools }: { tools: readonly ToolJson[] }) {
  if (tools.length === 0) return <EmptyState>{words.none}</EmptyState>
  return chooseToolGroups(tools).map(({ group, items }) => (
    <section key={group} className={styles.group} aria-label={words.group(group)}>
      <h2>{words.group(group)}</h2>
      <ul className={styles.tools}>
        {items.map((tool) => (
          <ToolEntry key={tool.name} tool={tool} />
        ))}
      </ul>
    </section>
  ))
}
