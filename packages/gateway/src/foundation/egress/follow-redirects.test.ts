import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressNotAllowed, type Egress } from './egress.ts'
import { followRedirects, TooManyRedirects } from './follow-redirects.ts'
import { judgeUrl } from './judge-url.ts'

/** A network in which every URL sends on to the next one, or is the end. */
function openNetwork(moves: Record<string, string>, status = 302) {
  const asked: { url: string; headers: Record<string, string> }[] = []
  const egress: Egress = async (url, init, rules) => {
    judgeUrl(url, rules)
    asked.push({ url, headers: { ...(init.headers as Record<string, string>) } })
    const location = moves[url]
    return location === undefined
      ? new Response('the end')
      : new Response(null, { status, headers: { location } })
  }
  const { signal } = new AbortController()
  const headers = { accept: 'text/html', authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k' }
  const follow = (start: string) =>
    followRedirects(egress, start, { headers, signal, redirectsMax: 5 }, { reach: 'public' })
  return { asked, follow }
}

test('[R11] each redirect is a new request, to where the last one says', async () => {
  const { asked, follow } = openNetwork({
    'https://a.example/x/y': '../z?q',
    'https://a.example/z?q': '//b.example',
  })
  const { url, response } = await follow('https://a.example/x/y')
  assert.equal(url, 'https://b.example/')
  assert.equal(await response.text(), 'the end')
  assert.equal(asked.length, 3)
})

test('[R11] [R12] five redirects are followed and no sixth', async () => {
  const chain = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`https://a.example/${i}`, `/${i + 1}`]))
  assert.equal((await openNetwork(chain(5)).follow('https://a.example/0')).url, 'https://a.example/5')
  await assert.rejects(openNetwork(chain(6)).follow('https://a.example/0'), TooManyRedirects)
})

test('[R11] what could recognise us stays with the first origin, also on the way back', async () => {
  const { asked, follow } = openNetwork({
    'https://a.example/': 'https://a.example/2',
    'https://a.example/2': 'https://b.example/',
    'https://b.example/': 'https://a.example/3',
  })
  await follow('https://a.example/')
  const names = asked.map(({ headers }) => Object.keys(headers))
  assert.deepEqual(names, [
    ['accept', 'authorization', 'cookie', 'x-api-key'],
    ['accept', 'authorization', 'cookie', 'x-api-key'],
    ['accept'],
    ['accept'],
  ])
})

test('[R11] [I41] a redirect to what is not reached is not followed, whatever its form', async () => {
  const places = [
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://0x7f.1/',
    'http://2130706433/',
    'file:///etc/passwd',
  ]
  for (const place of [
    ...places,
    'http://169.254.169.254/',
    'http://x@a.example/',
    'http://a.example./',
    'http://',
  ]) {
    for (const status of [301, 302, 303, 307, 308]) {
      const { asked, follow } = openNetwork({ 'http://a.example/': place }, status)
      await assert.rejects(follow('http://a.example/'), AddressNotAllowed, place)
      assert.equal(asked.length, 1)
    }
  }
})

test('[R11] what began under TLS does not go on without', async () => {
  const { follow } = openNetwork({ 'https://a.example/': 'http://a.example/' })
  await assert.rejects(follow('https://a.example/'), AddressNotAllowed)
  const up = openNetwork({ 'http://a.example/': 'https://a.example/' })
  assert.equal((await up.follow('http://a.example/')).url, 'https://a.example/')
})
