// Puts a preload link for the Latin part of both typefaces into index.html, so that text is set in them at first
// paint. The names are only known after the build, because they carry a hash.

import type { HtmlTagDescriptor, Plugin } from 'vite'

const latin = /-latin-wght-normal-[^/]*\.woff2$/

export function preloadFonts(): Plugin {
  return {
    name: 'heddle:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, context) =>
        Object.keys(context.bundle ?? {})
          .filter((file) => latin.test(file))
          .map(preloadLink),
    },
  }
}

function preloadLink(file: string): HtmlTagDescriptor {
  return {
    tag: 'link',
    attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
    injectTo: 'head-prepend',
  }
}
