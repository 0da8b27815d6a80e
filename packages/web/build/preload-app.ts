// Puts links to the app's own file and styles into index.html: the first file of the page asks for it by itself, but
// the browser shall not wait for that, and the styles must be there before anything is drawn.

import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'

export function preloadApp(): Plugin {
  return {
    name: 'heddle:preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        linksTo(bundle).filter(({ attrs }) => !html.includes(`${attrs?.href}"`)),
    },
  }
}

function linksTo(bundle: Rollup.OutputBundle): HtmlTagDescriptor[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const app = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/src/start-app.tsx'))
  if (!app) throw new Error('the app has no file')
  const needed = new Set([app])
  for (const { imports } of needed)
    for (const name of imports) {
      const next = chunks.find((chunk) => chunk.fileName === name)
      if (next && !next.isEntry) needed.add(next)
    }
  const styles = new Set([...needed].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
  return [
    ...[...needed].map(({ fileName }) => link('modulepreload', fileName)),
    ...[...styles].map((fileName) => link('stylesheet', fileName)),
  ]
}

function link(rel: string, fileName: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel, href: `/${fileName}`, crossorigin: '' }, injectTo: 'head' }
}
