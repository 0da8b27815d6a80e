// Where models come from: the file's providers, and below them those that admins set in the web, each with its key in
// the sealed store. Kept in memory, because every turn asks; a change is seen from its commit on, by the next turn.
//
// A kept key goes to the address that it was given for and to no other: whoever may set an address must not be able to
// have a key sent to it that they could never read.

import { badField, type Issue, limits, nearest, type ProviderJson, refused } from '@heddle/contract'
import type { AgentsConfig, ProviderEntry } from './agents/agents-config.ts'
import { chooseDefaultModel } from './agents/choose-catalogue.ts'
import { chooseKeyOwners, type KeyOwner, profileKey } from './agents/choose-key-owners.ts'
import { AddressChanged, apiKeySecretName, apiKeyVariable, findApiKey } from './agents/find-api-key.ts'
import { addressOf, vendorAddress } from './agents/providers/vendor-addresses.ts'
import { chooseAgentsConfig, isDangling } from './choose-agents-config.ts'
import type { Reader, Store, Tx } from './foundation/database/store.ts'
import type { Secrets } from './foundation/secrets/secrets.ts'
import { judgeModelName } from './judge-agents-config.ts'
import type { Actor, Gate } from './people/people.ts'
import { assertDefaultStays, assertFreeName, checkProvider, type ProviderInput } from './providers-judge.ts'
import { allProviders, deleteProvider, type ProviderRow, putProvider } from './providers-store.ts'

export interface Providers {
  /** Agents and models in force; one value as long as nothing changes. */
  config(): AgentsConfig
  /**
   * The key for that address, undefined when there is none: the agent's, as AGT7 says, or without an agent the provider's
   * own. Throws when the sealed one does not open, and AddressChanged when the provider has another address by now: a
   * new key must not go to the old one.
   */
  apiKey(name: string, address: string | undefined, agentId?: string): Promise<string | undefined>
  /** In words, when the default model that admins chose is not there any more; what is listed first is in force. */
  defaultModelTrouble(): string | undefined
  /** What is wrong with a default model that is about to be set. */
  judgeDefaultModel(model: string): Issue | undefined
  listProviders(r: Reader, actor: Actor): Promise<ProviderJson[]>
  saveProvider(t: Tx, actor: Actor, name: string, input: ProviderInput): Promise<void>
  removeProvider(t: Tx, actor: Actor, name: string): Promise<void>
}

export interface ProvidersDeps {
  store: Pick<Store, 'read'>
  /** What the file sets now; it may change with a reload. */
  inFile(): AgentsConfig
  fileName: string
  /** What admins chose for agents without a model of their own; empty for none. */
  defaultModel(): string
  gate: Pick<Gate, 'demand' | 'permit'>
  secrets: Pick<Secrets, 'set' | 'read' | 'list' | 'remove'>
  env: Readonly<Record<string, string | undefined>>
  /** A stored provider that this version cannot use; it is left out. */
  onUnusable?(name: string): void
}

type Entries = Readonly<Record<string, ProviderEntry>>

export async function openProviders(r: Reader, deps: ProvidersDeps): Promise<Providers> {
  let inWeb: Entries = readRows(await allProviders(r), deps.onUnusable)
  const fromFile = () => deps.inFile().models?.providers ?? {}
  const config = rememberConfig(deps, () => inWeb)
  const inForce = () => config().models?.providers ?? {}

  async function keepRows(t: Tx): Promise<void> {
    const stored = readRows(await allProviders(t), deps.onUnusable)
    t.afterCommit(() => {
      inWeb = stored
    })
  }

  /** What would be in force with this in the web. */
  const withWeb = (entries: Entries) => ({ ...entries, ...fromFile() })

  return {
    config,
    async apiKey(name, address, agentId) {
      const isOfFile = Object.hasOwn(fromFile(), name)
      const owners = chooseKeyOwners(config(), agentId)
      const key = await deps.store.read((reader) =>
        findApiKey(
          name,
          {
            inFile: () => fromFile()[name]?.apiKey,
            inProfile: (id) => profileKey(deps.inFile(), id, name),
            readSecret: (secret) => deps.secrets.read(reader, secret),
            // The environment belongs to whoever writes the file, and its keys go where the file says.
            env: isOfFile ? deps.env : {},
          },
          isOfFile || isAtVendor(inForce(), name, address) ? owners : owners.filter(isOwnKey),
        ),
      )
      // After it was read: address and key are changed by one commit, so that now both are of one moment.
      const now = entryOf(inForce(), name)
      if (key !== undefined && !isSameAddress(now && addressOf(now), address)) throw new AddressChanged(name)
      return key
    },
    defaultModelTrouble() {
      const chosen = deps.defaultModel()
      if (deps.inFile().agents?.defaults?.model !== undefined || !isDangling(chosen, inForce()))
        return undefined
      const instead = chooseDefaultModel(inForce())
      return `The default model "${chosen}" is not there any more; "${instead}" answers instead, until another is chosen.`
    },
    judgeDefaultModel: (model) =>
      model === '' ? undefined : judgeModelName('agents.defaults.model', model, inForce())[0],

    async listProviders(reader, actor) {
      deps.gate.demand(actor, 'settings.read', { kind: 'place' })
      const sealed = await sealedNames(reader, deps.secrets)
      const inFile = fromFile()
      const listed = Object.entries(inForce()).map(([name, entry]) =>
        Object.hasOwn(inFile, name)
          ? describe(name, entry, 'file', keyOfFile(name, entry, sealed, deps.env))
          : describe(name, entry, 'web', sealed.has(apiKeySecretName(name)) ? 'secret' : null),
      )
      const demo: ProviderEntry = { kind: 'demo', models: [{ id: 'demo' }] }
      const hasDemo = Object.hasOwn(inFile, 'demo')
      return hasDemo ? listed : [...listed, describe('demo', demo, 'built-in', null)]
    },

    async saveProvider(t, actor, name, input) {
      deps.gate.demand(actor, 'settings.change', { kind: 'place' })
      assertFreeName(name, fromFile(), deps.fileName)
      const entry = checkProvider(input)
      const known = Object.hasOwn(inWeb, name) ? inWeb[name] : undefined
      if (!known && Object.keys(inWeb).length >= limits.providersMax) {
        throw refused('limit_reached', { message: `There can be at most ${limits.providersMax} providers.` })
      }
      assertDefaultStays(deps.defaultModel(), inForce(), withWeb({ ...inWeb, [name]: entry }))
      const secret = apiKeySecretName(name)
      const hasKey = (await sealedNames(t, deps.secrets, 'all')).has(secret)
      if (input.apiKey === undefined && hasKey) assertSameAddress(known, entry)
      const key = input.apiKey === undefined ? 'kept' : input.apiKey === null ? 'forgotten' : 'set'
      await deps.gate.permit(t, actor, 'settings.change', placeOf(name), {
        what: 'saved',
        kind: entry.kind,
        baseUrl: addressOf(entry),
        models: entry.models?.length ?? 0,
        apiKey: hasKey || key === 'set' ? key : 'none',
      })
      await putProvider(t, {
        name,
        kind: input.kind,
        base_url: input.baseUrl ?? null,
        models: JSON.stringify(entry.models ?? []),
        updated_by: actor.kind === 'person' ? actor.personId : null,
      })
      if (typeof input.apiKey === 'string') await deps.secrets.set(t, secret, input.apiKey)
      if (input.apiKey === null && hasKey) await deps.secrets.remove(t, secret)
      await keepRows(t)
    },

    async removeProvider(t, actor, name) {
      deps.gate.demand(actor, 'settings.change', { kind: 'place' })
      if (Object.hasOwn(fromFile(), name) || name === 'demo') {
        assertFreeName(name, fromFile(), deps.fileName)
      }
      const { [name]: _, ...left } = inWeb
      assertDefaultStays(deps.defaultModel(), inForce(), withWeb(left))
      await deps.gate.permit(t, actor, 'settings.change', placeOf(name), { what: 'removed' })
      if (!(await deleteProvider(t, name))) throw unknownProvider(name, Object.keys(inWeb))
      const secret = apiKeySecretName(name)
      if ((await sealedNames(t, deps.secrets, 'all')).has(secret)) await deps.secrets.remove(t, secret)
      await keepRows(t)
    },
  }
}

export function unknownProvider(name: string, names: readonly string[]) {
  const meant = nearest(name, names)
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  const issue: Issue = { field: 'name', message: 'is no provider that is set here' }
  return refused('unknown_provider', {
    message: `There is no provider "${name}".${hint}`,
    issues: [meant === undefined ? issue : { ...issue, nearest: meant }],
  })
}

/** Worked out once for each state of file, web and default: whoever asks compares by identity. */
function rememberConfig(deps: ProvidersDeps, inWeb: () => Entries): () => AgentsConfig {
  let last: { file: AgentsConfig; web: Entries; defaultModel: string; config: AgentsConfig } | undefined
  return () => {
    const file = deps.inFile()
    const web = inWeb()
    const defaultModel = deps.defaultModel()
    if (last?.file !== file || last.web !== web || last.defaultModel !== defaultModel) {
      const config = chooseAgentsConfig(file, { providers: web, defaultModel })
      last = { file, web, defaultModel, config }
    }
    return last.config
  }
}

function readRows(rows: readonly ProviderRow[], onUnusable: ProvidersDeps['onUnusable']): Entries {
  const entries: Record<string, ProviderEntry> = {}
  for (const { name, kind, base_url: baseUrl, models } of rows) {
    try {
      // The edge: what was written was checked, and whatever it is now is checked again.
      const listed = JSON.parse(models) as ProviderInput['models']
      entries[name] = checkProvider({ kind, baseUrl: baseUrl ?? undefined, models: listed })
    } catch {
      onUnusable?.(name)
    }
  }
  return entries
}

/** Of secrets that open; with `all` also of those sealed with a key that is not here. */
async function sealedNames(
  r: Reader,
  secrets: ProvidersDeps['secrets'],
  which: 'all' | 'usable' = 'usable',
): Promise<Set<string>> {
  const listed = await secrets.list(r)
  return new Set(listed.filter(({ opens }) => opens || which === 'all').map(({ name }) => name))
}

function keyOfFile(
  name: string,
  { kind, apiKey }: ProviderEntry,
  sealed: ReadonlySet<string>,
  env: ProvidersDeps['env'],
): ProviderJson['keySource'] {
  if (kind === 'demo') return null
  if (apiKey?.trim()) return 'file'
  if (sealed.has(apiKeySecretName(name))) return 'secret'
  return env[apiKeyVariable(name)]?.trim() ? 'environment' : null
}

function describe(
  name: string,
  { kind, baseUrl, models }: ProviderEntry,
  source: ProviderJson['source'],
  keySource: ProviderJson['keySource'],
): ProviderJson {
  return {
    name,
    kind,
    baseUrl: baseUrl ?? null,
    models: (models ?? []).map((model) => ({ ...model })),
    source,
    keySource,
  }
}

function placeOf(name: string) {
  return { kind: 'place', name: `models.providers.${name}` } as const
}

function entryOf(entries: Entries, name: string): ProviderEntry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined
}

/** Whoever sets an address in the web cannot have the keys of agents sent there; they go to vendors and where the file says. */
function isAtVendor(entries: Entries, name: string, address: string | undefined): boolean {
  const entry = entryOf(entries, name)
  return entry !== undefined && isSameAddress(vendorAddress(entry.kind), address)
}

function isOwnKey(owner: KeyOwner): boolean {
  return owner.kind === 'provider'
}

/** By origin and path: behind one origin there may be several services, each with its own keys. */
export function isSameAddress(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && placeUnder(a) === placeUnder(b)
}

function placeUnder(address: string): string {
  const { origin, pathname, search } = new URL(address)
  return origin + pathname.replace(/\/+$/, '') + search
}

function assertSameAddress(known: ProviderEntry | undefined, entry: ProviderEntry): void {
  if (known && isSameAddress(addressOf(known), addressOf(entry))) return
  throw badField(
    'apiKey',
    known
      ? 'must be given again, because the address is another one: a kept key goes only where it was meant to go'
      : 'must be given, or null to forget the one that is kept under this name from before',
  )
}
