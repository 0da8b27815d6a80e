import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressNotAllowed, type EgressRules } from './egress.ts'
import { assertReachable, judgeUrl } from './judge-url.ts'

const everybody: EgressRules = { reach: 'public' }

const refused: [what: string, url: string, reason: RegExp][] = [
  ['no URL', 'example.org/page', /not a URL/],
  ['another scheme', 'file:///etc/passwd', /only http and https/],
  ['another scheme', 'ftp://example.org/', /only http and https/],
  ['another scheme', 'gopher://example.org/', /only http and https/],
  ['another scheme', 'data:text/html,x', /only http and https/],
  ['a name and a password', 'https://ann:secret@example.org/', /name and a password/],
  ['a name before an @', 'https://example.org@127.0.0.1/', /not a public address/],
  ['a trailing dot', 'https://example.org./', /end with a dot/],
  ['a trailing dot', 'https://localhost./', /end with a dot/],
  ['loopback', 'http://127.0.0.1/', /not a public address/],
  ['loopback in hexadecimal', 'http://0x7f.1/', /not a public address/],
  ['loopback as a number', 'http://2130706433/', /not a public address/],
  ['loopback in octal', 'http://0177.0.0.1/', /not a public address/],
  ['loopback, short', 'http://127.1/', /not a public address/],
  ['loopback in wide digits', 'http://１２７.0.0.1/', /not a public address/],
  ['loopback, with a dot behind', 'http://127.0.0.1./', /not a public address/],
  ['nowhere', 'http://0.0.0.0/', /not a public address/],
  ['nowhere, short', 'http://0/', /not a public address/],
  ['a mapped address', 'http://[::ffff:127.0.0.1]/', /not a public address/],
  ['a translated address', 'http://[64:ff9b::7f00:1]/', /not a public address/],
  ['a tunnel', 'http://[2002:7f00:1::]/', /not a public address/],
  ['the secrets of a machine', 'http://169.254.169.254/latest/meta-data/', /link-local/],
  ['the secrets of a machine', 'http://0xA9FEA9FE/', /link-local/],
  ['a public address as a number', 'http://134744072/', /write the address plainly, as 8\.8\.8\.8/],
  ['a public address in octal', 'http://010.8.8.8/', /write the address plainly/],
  ['a mail server', 'http://example.org:25/', /port 25 belongs to another protocol/],
  ['a database', 'https://example.org:6379/', /port 6379/],
]

for (const [what, url, reason] of refused) {
  test(`[R11] not fetched: ${what} (${url})`, () => {
    assert.throws(
      () => judgeUrl(url, everybody),
      (error: unknown) => error instanceof AddressNotAllowed && reason.test(error.message),
    )
  })
}

test('[R11] public names and addresses, with any port of the web, are fetched', () => {
  const urls = [
    'https://example.org/',
    'http://example.org:8080/a?b#c',
    'https://8.8.8.8/',
    'http://8.8.8.8:3000',
  ]
  for (const url of [
    ...urls,
    'https://[2606:4700:4700:0::1111]/',
    'HTTPS://EXAMPLE.ORG',
    'https://bücher.example/',
  ]) {
    assert.ok(judgeUrl(url, everybody), url)
  }
})

test('[R11] an allowed host is reached by its whole name, but never what is link-local', () => {
  const rules: EgressRules = {
    reach: 'public',
    allowHosts: ['Wiki.Internal', '10.0.0.7', '169.254.169.254', '::1'],
  }
  const at = (url: string, address: string) => () => assertReachable(address, new URL(url), rules)
  assert.doesNotThrow(at('http://wiki.internal/', '10.1.1.1'))
  assert.throws(at('http://wiki.internal/', '169.254.169.254'), AddressNotAllowed)
  assert.throws(at('http://not-wiki.internal/', '10.1.1.1'), AddressNotAllowed)
  assert.throws(at('http://wiki.internal.example/', '10.1.1.1'), AddressNotAllowed)
  assert.ok(judgeUrl('http://10.0.0.7/', rules))
  assert.ok(judgeUrl('http://[::1]:8080/', rules))
  assert.throws(() => judgeUrl('http://10.0.0.8/', rules), AddressNotAllowed)
  assert.throws(() => judgeUrl('http://169.254.169.254/', rules), AddressNotAllowed)
})

test('[R11] what admins set reaches private networks, and the file reaches anything', () => {
  for (const url of [
    'http://127.0.0.1:11434/v1',
    'http://192.168.0.2',
    'http://[fd12::1]/',
    'http://models./v1',
  ]) {
    assert.ok(judgeUrl(url, { reach: 'not-link-local' }), url)
  }
  assert.throws(() => judgeUrl('http://169.254.1.1', { reach: 'not-link-local' }), AddressNotAllowed)
  assert.ok(judgeUrl('http://169.254.1.1', { reach: 'anywhere' }))
})
