import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiPrefix, Refusal, type Route, type RouteName, refusalCodes, routes } from '@heddle/contract'
import { openTestDoor } from '../../../../test-support/open-test-door.ts'
import { describeApi } from './describe-api.ts'

// Looked at as a client would: as JSON, after a round trip.
const description = JSON.parse(JSON.stringify(describeApi('1.2.3')))

test('[API7] every route of the contract is described, and nothing else', () => {
  const described = Object.entries<object>(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const wanted = Object.values<Route>(routes).map(({ method, path }) => `${method} ${apiPrefix}${path}`)
  assert.deepEqual(described.sort(), wanted.sort())
})

test('[API7] every reference leads to something', () => {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, path]) =>
    String(path),
  )
  assert.ok(references.length > 50)
  for (const reference of references) {
    const found = reference
      .split('/')
      .slice(1)
      .reduce((at, key) => at?.[key], description)
    assert.ok(found !== undefined, reference)
  }
})

test('[API7] it is OpenAPI 3.1: info, unique operations, declared path parameters, its successes', () => {
  assert.equal(description.openapi, '3.1.0')
  assert.equal(description.info.version, '1.2.3')
  const ids = new Set<string>()
  for (const [path, methods] of Object.entries<object>(description.paths)) {
    for (const operation of Object.values(methods)) {
      ids.add(operation.operationId)
      const declared = operation.parameters.filter((one: { in?: string }) => one.in === 'path')
      assert.equal(declared.length, path.match(/\{/g)?.length ?? 0, path)
      const { status, repeatStatus, carries, method } = routeOf(operation.operationId)
      const ofFile = carries === 'bytes' && method === 'GET' ? [206, 304] : []
      const wanted = [status, ...(repeatStatus === undefined ? [] : [repeatStatus]), ...ofFile, 'default']
      assert.deepEqual(Object.keys(operation.responses).sort(), wanted.map(String).sort())
      for (const { description: said } of Object.values<{ description?: string; $ref?: string }>(
        operation.responses,
      )) {
        assert.ok(said === undefined || said.length > 0)
      }
    }
  }
  assert.equal(ids.size, Object.keys(routes).length)
})

function routeOf(name: string): Route {
  const route: Route | undefined = routes[name as RouteName]
  assert.ok(route, name)
  return route
}

test('[API7] a message can be answered with 201 or, said before, with 200', () => {
  const { responses } = description.paths[`${apiPrefix}/sessions/{id}/messages`].post
  assert.deepEqual(responses[200].content, responses[201].content)
})

test('[API7] security, Idempotency-Key and If-Match stand where the table says', () => {
  for (const { method, path, action, makes, versioned } of Object.values<Route>(routes)) {
    const operation = description.paths[apiPrefix + path][method.toLowerCase()]
    const named = operation.parameters.map((one: { $ref?: string }) => one.$ref?.split('/').at(-1))
    assert.equal(named.includes('IdempotencyKey'), makes === true, path)
    assert.equal(named.includes('IfMatch'), versioned === true, path)
    assert.equal(named.includes('RequestHeader'), method !== 'GET', path)
    const isOpen = ['public.read', 'sign_in.create', 'join.accept'].includes(action)
    assert.equal(operation.security.length, isOpen ? 0 : 2, path)
  }
})

test('[API7] [API1] every refusal is in the description of errors, with its status', () => {
  const { oneOf } = description.components.schemas.Error.properties.error.properties.code
  assert.deepEqual(
    oneOf.map((one: { const: string }) => one.const),
    refusalCodes,
  )
  for (const one of oneOf) assert.ok(one.description.startsWith(`${new Refusal(one.const).status}: `))
})

test('[API7] it is open to all, and made once', async () => {
  await using house = await openTestDoor()
  const first = await house.ask('GET', '/openapi.json')
  assert.equal(first.status, 200)
  assert.equal(first.body.info.version, '0.0.0-test')
  assert.deepEqual((await house.ask('GET', '/openapi.json')).body, first.body)
})

test('[R1] every route of the contract has a handler', async () => {
  await using house = await openTestDoor()
  assert.deepEqual([...house.door.served].sort(), Object.keys(routes).sort())
})

test('[API7][FIL5] a file is described as bytes, both ways', () => {
  const files = description.paths['/api/v1/files'].post
  assert.deepEqual(Object.keys(files.requestBody.content), ['multipart/form-data', '*/*'])
  assert.deepEqual(files.requestBody.content['multipart/form-data'].schema.required, ['file'])
  const answer = description.paths['/api/v1/files/{id}'].get.responses['200']
  assert.deepEqual(answer.content, { '*/*': { schema: { type: 'string', format: 'binary' } } })
})
