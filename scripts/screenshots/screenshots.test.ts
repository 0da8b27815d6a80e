import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesBelow, repositoryRoot } from '../repository.ts'
import { readPictureNames } from './read-picture-names.ts'
import { readPngSize } from './read-png-size.ts'
import {
  allPicturesBytesMax,
  devices,
  fileNameOf,
  pictureBytesMax,
  picturesFolder,
  scenes,
  themes,
} from './scenes.ts'
import { writeIndex } from './write-index.ts'

const folder = join(repositoryRoot, picturesFolder)

test('[REP13] every scene is there in light and dark, as large as its device, and no other file', () => {
  const wanted = scenes.flatMap((scene) => themes.map((theme) => fileNameOf(scene, theme)))
  assert.equal(new Set(wanted).size, wanted.length, 'no two scenes share a name')
  assert.deepEqual(readdirSync(folder).sort(), ['README.md', ...wanted].sort())
  for (const scene of scenes)
    for (const theme of themes) {
      const file = fileNameOf(scene, theme)
      assert.deepEqual(readPngSize(readFileSync(join(folder, file))), devices[scene.device], file)
    }
})

test('[REP13] the pictures stay small, each and all together', () => {
  const sizes = readdirSync(folder).map((file) => ({ file, bytes: readFileSync(join(folder, file)).length }))
  assert.deepEqual(
    sizes.filter(({ bytes }) => bytes > pictureBytesMax),
    [],
  )
  assert.ok(sizes.reduce((sum, { bytes }) => sum + bytes, 0) <= allPicturesBytesMax)
})

test('[REP13] the index of the pictures is the one that the script writes, and names all of them', () => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8')
  assert.equal(text, writeIndex(scenes))
  const named = new Set(readPictureNames({ path: `${picturesFolder}/README.md`, text }))
  const there = readdirSync(folder).filter((file) => file.endsWith('.png'))
  assert.deepEqual([...named].sort(), there.map((file) => `${picturesFolder}/${file}`).sort())
})

test('[REP13] every picture that a page names exists', () => {
  const pages = filesBelow('.')
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }))
  const missing = pages.flatMap((page) =>
    readPictureNames(page)
      .filter((picture) => !existsSync(join(repositoryRoot, picture)))
      .map((picture) => `${page.path} names ${picture}`),
  )
  assert.deepEqual(missing, [])
})

test('[REP13] pictures are found as links, in HTML and in sets, not in code and not elsewhere', () => {
  const text = [
    '![a](a.png) [b](../b.svg) `![c](c.png)` ![d](https://example.org/d.png)',
    '<picture><source srcset="e.png"><img src="f/g.png" width="400"></picture>',
    '```\n![h](h.png)\n```',
  ].join('\n')
  assert.deepEqual(readPictureNames({ path: 'docs/guides/x.md', text }), [
    'docs/guides/a.png',
    'docs/b.svg',
    'docs/guides/e.png',
    'docs/guides/f/g.png',
  ])
  assert.equal(readPngSize(Buffer.from('not a picture at all, but long enough')), undefined)
})
