// Settings → MCP servers: whether each answers, what it brings, and connecting to it anew.

import type { ToolServerJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../../api/call-error.ts'
import { useRead } from '../../../api/use-read.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Chip } from '../../../components/chip.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Loading } from '../../../components/loading.tsx'
import { Moment } from '../../../components/moment.tsx'
import type { GlyphState } from '../../../components/state-glyph.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { PageHeader } from '../../../shell/page-header.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { serverStrings } from '../../../tool-strings.ts'
import styles from './tools-section.module.css'

const words = serverStrings

const glyphs: Record<ToolServerJson['state'], GlyphState> = {
  connecting: 'running',
  ready: 'done',
  failed: 'failed',
  stopped: 'stopped',
}

/** While one of them is being reached. */
const lookAgainMs = 2_000

export function ServersSection() {
  const found = useRead('listToolServers', {}, true, (data) =>
    data?.items.some(({ state }) => state === 'connecting') ? lookAgainMs : false,
  )
  return (
    <>
      <PageHeader title={words.title} about={words.about} />
      {found.data ? (
        <Servers servers={found.data.items} />
      ) : found.error instanceof CallError ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading>{words.loading}</Loading>
      )}
    </>
  )
}

function Servers({ servers }: { servers: readonly ToolServerJson[] }) {
  if (servers.length === 0) {
    return (
      <EmptyState action={<pre className={styles.example}>{words.example}</pre>}>{words.none}</EmptyState>
    )
  }
  return (
    <ul className={styles.tools}>
      {servers.map((server) => (
        <Server key={server.name} server={server} />
      ))}
    </ul>
  )
}

function Server({ server }: { server: ToolServerJson }) {
  const { name, state, transport, target, message, serverName, serverVersion, since } = server
  const queries = useQueryClient()
  const announce = useAnnounce()
  const restart = useSubmit('restartToolServer', {
    done: (now) => {
      announce(words.restarted(name, words.states[now.state]))
      void queries.invalidateQueries({ queryKey: ['listToolServers'] })
      void queries.invalidateQueries({ queryKey: ['listTools'] })
    },
  })
  return (
    <li className={styles.tool}>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        <Chip glyph={glyphs[state]}>{words.states[state]}</Chip>
        <span className={styles.act}>
          <Button
            look="quiet"
            aria-label={words.restartNamed(name)}
            isPending={restart.isPending}
            onPress={() => restart.submit({ path: { name } })}
          >
            {words.restart}
          </Button>
        </span>
      </div>
      <div className={styles.line}>
        <span>{words.transports[transport]}</span>
        <code className={styles.target}>{target}</code>
        {serverName === null ? null : <span dir="auto">{words.calls(serverName, serverVersion)}</span>}
        <span>
          {words.since} <Moment at={since} />
        </span>
      </div>
      {message === null ? null : (
        <p className={`${styles.message} ${state === 'failed' ? styles.failed : ''}`} dir="auto">
          {message}
        </p>
      )}
      <OwnTools server={server} />
      {restart.error ? <Failure error={restart.error} /> : null}
    </li>
  )
}

function OwnTools({ server: { name, tools } }: { server: ToolServerJson }) {
  const format = useFormat()
  if (tools.length === 0) return <p className={styles.facts}>{words.noTools}</p>
  return (
    <details className={styles.details}>
      <summary>{words.tools(tools.length, format.count(tools.length))}</summary>
      <ul className={styles.own} aria-label={words.toolsOf(name)}>
        {tools.map((tool) => (
          <li key={tool.name}>
            <code className={styles.name}>{tool.name}</code>
            <p className={styles.about} dir="auto">
              {tool.description}
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}
