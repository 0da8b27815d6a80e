// The page that shows every picture, light beside dark.

import { devices, fileNameOf, type Scene } from './scenes.ts'

export function writeIndex(scenes: readonly Scene[]): string {
  const parts = scenes.map((scene) => {
    const { width } = devices[scene.device]
    // A phone's picture as wide as a desk's would not fit on the screen.
    const shown = width < 640 ? 260 : 480
    const cell = (theme: 'light' | 'dark') => {
      const file = fileNameOf(scene, theme)
      return `<a href="${file}"><img src="${file}" width="${shown}" alt="${scene.title}, ${theme}"></a>`
    }
    return `## ${scene.title}\n\n| light | dark |\n|---|---|\n| ${cell('light')} | ${cell('dark')} |\n`
  })
  return `${head}\n${parts.join('\n')}`
}

const head = `# Pictures of Heddle

Made by \`npm run screenshots\` from the real program on the demo data of \`npm run dev\`, on a clock that is set back to
one afternoon. The tools in them are part of that made-up past: agents here have none yet. This page is written with the
pictures; change \`scripts/screenshots/\` instead.
`
