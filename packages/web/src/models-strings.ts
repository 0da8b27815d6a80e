// The words of models, their providers and agents. A part of the catalogue that comes with its pages.

import type { ProviderJson } from '@heddle/contract'
import type { PresetId } from './pages/settings/models/choose-preset.ts'

const rules = new Intl.PluralRules('en')

function plural(count: number, one: string, other: string): string {
  return rules.select(count) === 'one' ? one : other
}

const presetTitles: Record<PresetId, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  openrouter: 'OpenRouter',
  ollama: 'Ollama',
  'lm-studio': 'LM Studio',
  vllm: 'vLLM',
  custom: 'Another one',
}

const kinds: Record<ProviderJson['kind'], string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  openrouter: 'OpenRouter',
  'openai-compatible': 'OpenAI-compatible',
  demo: 'Demo',
}

const sources: Record<ProviderJson['source'], string> = {
  file: 'Set in heddle.json5',
  web: 'Set here',
  'built-in': 'Built in',
}

const keySources: Record<NonNullable<ProviderJson['keySource']>, string> = {
  file: 'key from heddle.json5',
  secret: 'key kept here, sealed',
  environment: 'key from the environment',
}

/** What the server calls a failed test; anything else is told by its own sentence alone. */
const testFailures: Partial<Record<string, string>> = {
  wrong_key: 'The provider does not accept this key',
  unknown_model: 'The provider does not have this model',
  unreachable: 'Nobody answers at this address',
  too_slow: 'The provider took too long',
  rate_limited: 'The provider refuses more requests for now',
  overloaded: 'The provider is overloaded',
  refused: 'The provider refused',
  bad_answer: 'The answer could not be read',
  not_an_api: 'This address answers, but not as a provider of models',
  out_of_credit: 'The account at the provider has no credit left',
}

function nameList(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}

export const modelStrings = {
  title: 'Models',
  about: 'Where agents get their answers from.',
  loading: 'Reading the providers',
  listLabel: 'Providers',
  add: 'Add a provider',
  none: 'Agents run on the built-in demo model, which only pretends. Add a provider to connect a real one: OpenAI, Anthropic, Google, OpenRouter, or an Ollama on this machine.',
  kinds,
  sources,
  keySources,
  noKey: 'no key',
  demo: 'Answers offline and free of charge, to try things out.',
  fileHint: (name: string) =>
    `Change it in the file, under models.providers.${name}. It is read again on SIGHUP.`,
  models: (count: number, written: string) => `${written} ${plural(count, 'model', 'models')}`,
  anyModel: 'Takes any model that an agent names.',
  showModels: (name: string) => `Models of ${name}`,
  context: (written: string) => `${written} tokens of context`,
  price: (input: string, output: string) => `${input} in, ${output} out per million tokens`,
  noPrice: 'no price',
  vision: 'sees images',
  change: 'Change',
  changeNamed: (name: string) => `Change ${name}`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  full: (max: number) => `There can be ${max} providers. Remove one first.`,
  member: {
    about: 'The models that agents can be set to.',
    listLabel: 'Models',
    loading: 'Reading the models',
    none: 'There is no model yet.',
    demo: 'The demo model: it only pretends.',
    ask: 'Only admins add providers and keys.',
    askWhom: (names: readonly string[]) => `Only admins add providers and keys. Ask ${nameList(names)}.`,
  },
  standard: {
    label: 'Model of agents that name none',
    hint: 'All agents, except those that have a model of their own in heddle.json5. It acts on the next turn.',
    fileHint: 'Set in heddle.json5, as agents.defaults.model. Change it there.',
    automatic: 'Automatic: the first model there is',
    missing: (name: string) => `${name} (not there any more)`,
    saved: (name: string) => `All agents without a model of their own use ${name} now.`,
    savedAutomatic: 'Agents without a model of their own take the first model there is.',
  },
  offer: {
    title: (name: string) => `${name} is ready`,
    text: 'Use it for all agents? Those with a model of their own keep it.',
    model: 'Model',
    use: 'Use it for all agents',
    later: 'Not now',
  },
  saved: (name: string) => `${name} was saved.`,
  form: {
    addTitle: 'Add a provider',
    addAbout:
      'One of the vendors, or anything that speaks OpenAI’s chat completions: a service, or a server of your own.',
    changeTitle: (name: string) => `Change ${name}`,
    label: 'Provider',
    preset: 'Which one',
    presets: presetTitles,
    name: 'Name',
    nameHint: (name: string, model: string) => `Its models will be called ${name}/${model}.`,
    nameFixed: 'Agents and sessions name it by this, so it stays.',
    baseUrl: 'Address',
    baseUrlHint: 'Ends where /chat/completions begins, mostly in /v1.',
    vendorUrlHint: (vendor: string) =>
      `Only for a proxy of your own. Empty means ${vendor} itself, as shown.`,
    key: 'Key',
    keyHint: 'Kept sealed. Nobody can read it again, you included.',
    keyNotNeeded: 'Most servers of this kind need none.',
    keyKept: 'A key is kept. Leave this empty to go on with it.',
    keyElsewhere: (where: string) => `There is a ${where}. One that you type here comes before it.`,
    keyFromFile: 'There is a key in heddle.json5, and it comes before one that you type here.',
    showKey: 'Show key',
    forgetKey: 'Forget the key that is kept',
    models: 'Models',
    modelsHint: 'Test the key to pick from the provider’s own list, or type names.',
    modelsFree: 'Without any, agents can name whatever model the provider has.',
    chosen: 'Models you chose',
    find: 'Find or type a model',
    listed: 'Models of the provider',
    add: 'Add',
    addNamed: (name: string) => `Add “${name}”`,
    examples: 'For example',
    matches: (count: number, written: string) => `${written} ${plural(count, 'model', 'models')} listed`,
    noMatch: 'None of the listed models has this in its name. You can add it all the same.',
    takeOut: (name: string) => `Take out ${name}`,
    details: 'Context and price',
    detailsOf: (name: string) => `Context and price of ${name}`,
    contextTokens: 'Context, in tokens',
    input: 'Price of input',
    output: 'Price of output',
    cachedInput: 'Price of cached input',
    priceHint:
      'All of this is optional, and known for many models of the vendors. Prices are for a million tokens, in your own currency.',
    sees: 'It can see images',
    save: 'Save',
    saveNew: 'Add the provider',
    notThere: (name: string) => `There is no provider “${name}”.`,
    fromFile: (name: string) => `${name} is set in heddle.json5. Change it there.`,
    back: 'All providers',
    problems: {
      nameMissing: 'Give it a name.',
      name: 'A name begins with a letter and holds only a-z, 0-9 and “-”, 40 at most.',
      nameTaken: (name: string) =>
        `There is a provider “${name}” already. Choose another name, or change that one.`,
      baseUrlMissing: 'Type its address.',
      baseUrl: 'This is no web address. It looks like https://api.example.org/v1.',
      tooMany: (max: number) => `A provider can have ${max} models. Take some out.`,
      spaces: (name: string) => `The name of a model has no spaces, and “${name}” does. Take it out.`,
      standard:
        'The model of agents that name none would be gone. Choose another one first, under the list of providers.',
      whole: 'This is a whole number of 1 or more.',
      price: 'This is a number of 0 or more, such as 0.5.',
      bothPrices: 'Say both prices, or none.',
    },
  },
  test: {
    key: 'Test this key',
    connection: 'Test the connection',
    running: 'Asking the provider for one word. This can take up to 20 seconds.',
    worked: (time: string) => `It works. The answer took ${time}`,
    answered: (model: string, time: string) => `${model} answered in ${time}`,
    listed: (count: number, written: string) =>
      `The provider lists ${written} ${plural(count, 'model', 'models')}. Pick from them below.`,
    pickListed: (count: number, written: string) =>
      `It does list ${written} ${plural(count, 'model', 'models')}. Pick one below and test again.`,
    failed: 'The test did not work',
    stale: 'You changed something since this test.',
    byCode: testFailures,
  },
  removing: {
    title: (name: string) => `Remove ${name}?`,
    text: 'Its address, its models and the key that is kept here are gone. What agents wrote with it stays.',
    used: (names: readonly string[]) =>
      `${nameList(names)} ${plural(names.length, 'uses', 'use')} it now. The next turn takes another model, or fails if the file names this one.`,
    unused: 'No agent uses it now.',
    standard: (model: string) =>
      `${model} is the model of agents that name none; that goes back to automatic.`,
    submit: (name: string) => `Remove ${name}`,
    done: (name: string) => `${name} was removed.`,
  },
}

export const agentStrings = {
  title: 'Agents',
  about: 'Who works here. Start a session with one, or read what it did.',
  settingsAbout: 'Who works here, on which model, and how to add another.',
  loading: 'Reading the agents',
  listLabel: 'Agents',
  model: 'Model',
  demo: 'Demo model',
  thinking: 'Thinking',
  thinkingLevels: {
    off: 'off',
    minimal: 'minimal',
    low: 'low',
    medium: 'medium',
    high: 'high',
    max: 'as much as it can',
  } as Partial<Record<string, string>>,
  start: 'Start a session',
  startNamed: (name: string) => `Start a session with ${name}`,
  recent: 'Sessions',
  recentNamed: (name: string) => `Sessions with ${name}`,
  connect: 'Connect a real model',
  demoNote: 'Agents run on the built-in demo model, which only pretends.',
  file: {
    title: 'Add or change an agent',
    about:
      'Agents are set in heddle.json5 on the server and are read-only here. To add one, put this into the file:',
    after:
      'The server reads the file again on SIGHUP or at the next start. The new agent answers from then on.',
    label: 'For heddle.json5',
    copy: 'Copy',
    copied: 'Copied',
    copyByHand: 'This browser does not let the page copy. The text is selected: copy it yourself.',
  },
}
