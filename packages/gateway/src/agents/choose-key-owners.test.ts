import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseKeyOwners, describeKeyPlaces, profileKey } from './choose-key-owners.ts'

const list = [{ id: 'Writer' }, { id: 'Main' }, { id: 'reader', auth: { isolated: true } }]
const namesOf = (config: Parameters<typeof chooseKeyOwners>[0], agent: string | undefined) =>
  chooseKeyOwners(config, agent).map((owner) => (owner.kind === 'agent' ? owner.id : 'the provider'))

test('[AGT7] an agent uses its own profile, then that of the main agent, then the key of the provider', () => {
  const config = { agents: { list } }
  assert.deepEqual(namesOf(config, 'writer'), ['writer', 'main', 'the provider'])
  assert.deepEqual(namesOf(config, 'main'), ['main', 'the provider'])
  assert.deepEqual(namesOf(config, undefined), ['the provider'])
})

test('[AGT7] the main agent is the one called main, else the first', () => {
  const config = { agents: { list: [{ id: 'Weaver' }, { id: 'writer' }] } }
  assert.deepEqual(namesOf(config, 'writer'), ['writer', 'weaver', 'the provider'])
  assert.deepEqual(namesOf({}, 'main'), ['main', 'the provider'])
})

test('[AGT7] one that is isolated uses no other key than its own', () => {
  assert.deepEqual(namesOf({ agents: { list } }, 'reader'), ['reader'])
})

test('[AGT7] where a key was looked for is told in its order, without any key', () => {
  const places = describeKeyPlaces(chooseKeyOwners({ agents: { list } }, 'writer'), 'openai')
  assert.deepEqual(places, [
    'auth.profiles.openai.apiKey of the agent writer',
    'the secret agents.writer.openai.apiKey',
    'auth.profiles.openai.apiKey of the agent main',
    'the secret agents.main.openai.apiKey',
    'models.providers.openai.apiKey',
    'the secret models.openai.apiKey',
    'the variable OPENAI_API_KEY',
  ])
})

test('[AGT7] a profile is found by the handle of its agent', () => {
  const config = { agents: { list: [{ id: 'Writer', auth: { profiles: { openai: { apiKey: 'k' } } } }] } }
  assert.equal(profileKey(config, 'writer', 'openai'), 'k')
  assert.equal(profileKey(config, 'writer', 'constructor'), undefined)
  assert.equal(profileKey(config, 'reader', 'openai'), undefined)
})
