import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotificationDeliveryJson } from '@heddle/contract'
import { toldBy } from '../../gallery/sample-inbox.ts'
import { chooseDeliveryLines, chooseOwnLines } from './choose-delivery-lines.ts'

const format = { clock: () => '14:05' }
const say = (...deliveries: NotificationDeliveryJson[]) =>
  chooseDeliveryLines(deliveries, format).map(({ channel, words }) => `${channel}: ${words}`)
const nextAt = '2026-03-14T13:05:00.000Z'

test('[NTF3] "Per-channel notification status is visible in the UI when in-app and Slack outcomes diverge": each channel outside of the web says how far it has come', () => {
  assert.deepEqual(say(toldBy('in_app', 'delivered')), [])
  assert.deepEqual(say(toldBy('discord', 'retrying', { nextAt }), toldBy('slack', 'delivered')), [
    'Discord: retrying 14:05',
    'Slack: sent',
  ])
  assert.deepEqual(say(toldBy('discord', 'suppressed', { why: 'read' })), [
    'Discord: not sent, because you had read it',
  ])
  assert.deepEqual(say(toldBy('discord', 'failed', { lastError: 'no such user' })), [
    'Discord: not sent: no such user',
  ])
  assert.deepEqual(say(toldBy('discord', 'held', { nextAt }), toldBy('slack', 'unknown')), [
    'Discord: waits until 14:05, in case you read it here',
    'Slack: may or may not be there',
  ])
})

test('[NTF2] [UIX5] that it was not sent is said, whatever the reason', () => {
  assert.deepEqual(
    say(
      toldBy('discord', 'suppressed', { why: 'turned_off' }),
      toldBy('slack', 'suppressed', { why: 'not_linked' }),
    ),
    [
      'Discord: not sent, because you turned it off',
      'Slack: not sent, because no account there is linked to you',
    ],
  )
})

test('[NTF3] while it is tried again, what went wrong is said too', () => {
  assert.deepEqual(say(toldBy('discord', 'retrying', { nextAt, lastError: 'no answer' })), [
    'Discord: retrying 14:05: no answer',
  ])
  assert.deepEqual(say(toldBy('discord', 'retrying', { lastError: 'no answer' })), [
    'Discord: retrying: no answer',
  ])
})

test('[UIX5] of what stands folded in a row it is said where it ended otherwise than the newest', () => {
  const lines = (...deliveries: NotificationDeliveryJson[]) => chooseDeliveryLines(deliveries, format)
  const newest = lines(toldBy('discord', 'delivered'), toldBy('slack', 'delivered'))
  const earlier = lines(toldBy('discord', 'failed'), toldBy('slack', 'delivered'))
  assert.deepEqual(
    chooseOwnLines(earlier, newest).map(({ channel, words }) => `${channel}: ${words}`),
    ['Discord: not sent'],
  )
  assert.deepEqual(chooseOwnLines(newest, newest), [])
})

test('[NTF3] a link leads there only where it is an address for browsers', () => {
  const linkOf = (link: string) =>
    chooseDeliveryLines([toldBy('discord', 'delivered', { link })], format)[0]?.link
  assert.equal(linkOf('https://discord.com/channels/1/2/3'), 'https://discord.com/channels/1/2/3')
  assert.equal(linkOf('javascript:alert(1)'), undefined)
})
