// Joins the tools that agents have on this machine: files, commands, the web, MCP servers. Each is loaded with the first
// turn that could use it; a start needs none of them, but for MCP servers that are configured.

import type { ToolServerJson, ToolsJson } from '@heddle/contract'
import type { Agents } from './agents/agents.ts'
import type { AgentsConfig } from './agents/agents-config.ts'
import type { ToolOrigin } from './agents/tools.ts'
import type { Exec } from './agents/tools/exec/create-exec.ts'
import type { WorkspaceFolders } from './agents/tools/files/workspace-folder.ts'
import { listTools } from './agents/tools/list-tools.ts'
import type { ToolServerStatus } from './agents/tools/mcp/describe-server.ts'
import type { ToolServers } from './agents/tools/mcp/mcp-servers.ts'
import type { DataFolder } from './data-folder.ts'
import type { Clock } from './foundation/clock.ts'
import type { Log } from './foundation/logging/log.ts'
import type { Random } from './foundation/random.ts'

export interface OpenTools {
  readonly origins: readonly ToolOrigin[]
  /** The folders of agents, for others who read what agents wrote there. */
  folders(): Promise<WorkspaceFolders>
  /** For people: what agents could call, and where commands run. */
  list(agents: Pick<Agents, 'list' | 'find'>): Promise<ToolsJson>
  readonly servers: {
    list(): Promise<readonly ToolServerJson[]>
    restart(name: string): Promise<ToolServerJson>
  }
  /** Ends what an earlier process left running, and reaches for the MCP servers that are configured. */
  start(before: { wasClean: boolean }): Promise<void>
  /** After the configuration was read anew. */
  follow(): Promise<void>
  /** Ends what runs in the background of a session. */
  endSession(sessionId: string): Promise<void>
  close(): Promise<void>
}

export interface ToolsDeps {
  config(): AgentsConfig
  folder: Pick<DataFolder, 'path' | 'workspaces'>
  /** Where the configuration stands, which no agent may read. */
  configPath: string
  clock: Clock
  random: Random
  log: Log
  env: Readonly<Record<string, string | undefined>>
  version: string
}

export function openTools(deps: ToolsDeps): OpenTools {
  const { config, folder, configPath, clock, random, env, version } = deps
  const log = deps.log.with({ room: 'tools' })
  const places = { data: folder.path, workspaces: folder.workspaces, files: [configPath] }

  const folders = once(async (): Promise<WorkspaceFolders> => {
    const { createRealWorkspaceFolders } = await import('./agents/tools/files/real-workspace-folder.ts')
    return createRealWorkspaceFolders({ places })
  })

  const files = once(async (): Promise<ToolOrigin> => {
    const [{ createFileTools }, { createRealFolderSearch }] = await Promise.all([
      import('./agents/tools/files/create-file-tools.ts'),
      import('./agents/tools/files/real-folder-search.ts'),
    ])
    return createFileTools({
      folders: await folders(),
      search: createRealFolderSearch({ places, clock }),
    })
  })

  const exec = once(async (): Promise<Exec> => {
    const [{ createRealExec }, { makeOwnWorkspace }, { realFolderDisk }] = await Promise.all([
      import('./agents/tools/exec/real-exec.ts'),
      import('./agents/tools/files/real-own-workspace.ts'),
      import('./agents/tools/files/real-folder-disk.ts'),
    ])
    return createRealExec({
      config: () => config().tools?.exec,
      clock,
      random,
      log,
      env,
      dataFolder: folder.path,
      configFile: configPath,
      makeWorkspace: (path) => makeOwnWorkspace(realFolderDisk, places, path),
    })
  })

  const egress = once(async () => {
    const { createRealEgress } = await import('./foundation/egress/real-egress.ts')
    return createRealEgress({ clock })
  })

  const web = once(async (): Promise<ToolOrigin> => {
    const [{ createFetchOrigin }, { createRealPageReader }] = await Promise.all([
      import('./agents/tools/fetch/fetch-url.ts'),
      import('./agents/tools/fetch/real-page-reader.ts'),
    ])
    const allowHosts = () => config().tools?.fetch?.allowHosts ?? []
    return createFetchOrigin({
      egress: await egress(),
      clock,
      allowHosts,
      reader: createRealPageReader({ clock }),
    })
  })

  const servers = once(async (): Promise<ToolServers> => {
    const [{ createMcpServers }, { createRealMcpLinks }] = await Promise.all([
      import('./agents/tools/mcp/mcp-servers.ts'),
      import('./agents/tools/mcp/real-mcp-link.ts'),
    ])
    const { processMark } = await exec()
    const openLink = createRealMcpLinks({ egress: await egress(), version, env, processMark })
    return createMcpServers({ config, clock, random, log, openLink })
  })

  const hasServers = () => Object.keys(config().tools?.mcp ?? {}).length > 0
  // Those that were there a moment ago have to be stopped, too.
  const serversIfAny = async () => (hasServers() || servers.isOpen() ? servers() : undefined)

  const origins: ToolOrigin[] = [
    late(files),
    late(exec),
    late(web),
    { tools: async (place, signal) => (await serversIfAny())?.tools(place, signal) ?? [] },
  ]

  return {
    origins,
    folders,
    async list(agents) {
      const findAgent = agents.find
      const items = await listTools(
        { config, findAgent, agents: agents.list, origins, log },
        AbortSignal.timeout(listMs),
      )
      return { items, sandbox: await (await exec()).describe() }
    },
    servers: {
      async list() {
        return ((await serversIfAny())?.list() ?? []).map(serverJson)
      },
      async restart(name) {
        const restarted = await (await servers()).restart(name)
        if (!restarted) throw new Error(`there is no MCP server ${name} to restart`)
        return serverJson(restarted)
      },
    },
    async start({ wasClean }) {
      // Who left in good order left nothing running, and looking through all processes takes time.
      if (!wasClean) await (await exec()).sweep()
      ;(await serversIfAny())?.follow()
    },
    async follow() {
      if (exec.isOpen()) (await exec()).forgetRung()
      ;(await serversIfAny())?.follow()
    },
    async endSession(sessionId) {
      if (exec.isOpen()) await (await exec()).endSession(sessionId)
    },
    async close() {
      if (servers.isOpen()) await (await servers()).close()
      if (exec.isOpen()) await (await exec()).close()
    },
  }
}

/** Servers that are slow to come are told as not there yet. */
const listMs = 5_000

interface Once<T> {
  (): Promise<T>
  /** It was asked for, so that there may be something to close. */
  isOpen(): boolean
}

/** What fails to load is tried again the next time. */
function once<T>(open: () => Promise<T>): Once<T> {
  let opened: Promise<T> | undefined
  const get = () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  return Object.assign(get, { isOpen: () => opened !== undefined })
}

function late(origin: () => Promise<ToolOrigin>): ToolOrigin {
  return { tools: async (place, signal) => (await origin()).tools(place, signal) }
}

function serverJson({ since, ...server }: ToolServerStatus): ToolServerJson {
  return { ...server, since: new Date(since).toISOString() }
}
