import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes, serverFrameShape } from '@heddle/contract'
import { z } from 'zod'
import { outlineOf } from '../../build/outline-of.ts'
import { writeModule } from '../../build/work-out-shapes.ts'
import { listed } from '../gallery/sample-list.ts'
import { house, models, usageReport } from '../gallery/sample-models.ts'
import { ann, about, auditEntries, me, signIns, tokens } from '../gallery/sample-people.ts'
import { event, mainAgent, session, snapshot } from '../gallery/sample-sessions.ts'
import { createShape, fits } from './outline.ts'

const page = (item: unknown) => ({ items: [item], next: 'more' })
const samples: [string, z.ZodType, unknown][] = [
  ['readMe', routes.readMe.answer, me(ann)],
  ['about', routes.about.answer, about],
  ['listSessions', routes.listSessions.answer, page(listed())],
  ['readSession', routes.readSession.answer, session()],
  ['listAgents', routes.listAgents.answer, page(mainAgent)],
  ['listModels', routes.listModels.answer, page(models[0])],
  ['listProviders', routes.listProviders.answer, page(house)],
  ['readUsage', routes.readUsage.answer, usageReport({}, 1)],
  ['listTokens', routes.listTokens.answer, page(tokens[0])],
  ['listSignIns', routes.listSignIns.answer, page(signIns[0])],
  ['listAudit', routes.listAudit.answer, page(auditEntries[0])],
  ['readEvent', routes.readEvent.answer, event(1, 'notice', { text: 'x' })],
  ['a snapshot', serverFrameShape, snapshot([event(1, 'notice', { text: 'x' })])],
  ['a delta', serverFrameShape, { type: 'd', scope: 's:1', msgId: 'evt_1', att: 1, off: 0, t: 'x' }],
  ['a refusal', serverFrameShape, { type: 'nak', code: 'not_found', message: 'No.' }],
]

/** What the outline does not judge: how something is written, how long, how large. */
const ofContent = new Set(['invalid_format', 'too_small', 'too_big', 'not_multiple_of', 'custom'])

test('[API1] the outline of a shape takes and refuses what the shape does, but for how something is written', () => {
  for (const [name, schema, sample] of samples) {
    const outline = outlineOf(schema)
    assert.ok(schema.safeParse(sample).success && fits(sample, outline), `${name} itself`)
    for (const { where, value } of broken(sample)) {
      const { success, error } = schema.safeParse(value)
      const isMeant = success || error.issues.some(({ code }) => !ofContent.has(code))
      if (isMeant) assert.equal(fits(value, outline), success, `${name} ${where}`)
    }
  }
})

test('[API1] every answer and every frame has an outline', () => {
  for (const { answer } of Object.values(routes)) assert.ok(outlineOf(answer))
  assert.throws(() => outlineOf(z.tuple([z.string()])), /no outline/)
})

test('[API1] a shape that was worked out checks like the one that it came from', () => {
  const code = writeModule({
    list: z.array(z.object({ id: z.string() })),
    data: { path: '/x', n: [1, null] },
  })
  const body = code.replace(/^import.*$/m, '').replaceAll('export const', 'const')
  // oxlint-disable-next-line typescript/no-implied-eval -- the module that the build writes, read as a browser would
  const { list, data } = new Function('createShape', `${body}\nreturn { list, data }`)(createShape)
  assert.deepEqual(data, { path: '/x', n: [1, null] })
  assert.deepEqual(list.safeParse([{ id: 'a', more: 1 }]).data, [{ id: 'a', more: 1 }])
  assert.equal(list.safeParse([{ id: 1 }]).success, false)
  assert.throws(() => writeModule({ act: () => {} }), /act is neither data nor a schema/)
})

const wrong = [undefined, null, 'x', 7, 1.5, true, [], {}]

/** The sample with one value after the other replaced by something else. */
function broken(sample: unknown): { where: string; value: unknown }[] {
  const instead = wrong.map((value) => ({ where: `= ${JSON.stringify(value)}`, value }))
  if (typeof sample !== 'object' || sample === null) return instead
  const parts = Object.entries(sample).flatMap(([name, part]) =>
    broken(part).map(({ where, value }) => ({
      where: `.${name}${where}`,
      value: Array.isArray(sample) ? sample.with(Number(name), value) : { ...sample, [name]: value },
    })),
  )
  return [...instead, ...parts]
}
