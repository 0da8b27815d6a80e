// How the browser app is built. Everything that the page loads is a file of its own from the same origin, because the
// server's content security policy allows nothing inline.

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createChunkChoice } from './build/choose-chunk.ts'
import { importByName } from './build/import-by-name.ts'
import { keepEnglishOnly } from './build/keep-english-only.ts'
import { preloadApp } from './build/preload-app.ts'
import { preloadFonts } from './build/preload-fonts.ts'
import { workOutShapes } from './build/work-out-shapes.ts'

const gatewayUrl = process.env.HEDDLE_GATEWAY_URL ?? 'http://127.0.0.1:7420'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), importByName(), keepEnglishOnly(), workOutShapes(), preloadApp(), preloadFonts()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // light-dark() and nesting are used as they are written.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: createChunkChoice(), debugName: 'by what is needed first' }],
        },
      },
    },
    // The app is one file on purpose; what may be in it is bound by test/bundle.process.test.ts.
    chunkSizeWarningLimit: 1_000,
    // A small font or image turned into a data: address would be refused by the policy.
    assetsInlineLimit: 0,
  },
  // The worker that colours code loads its grammars one by one.
  worker: { format: 'es' },
  server: {
    // The gateway refuses foreign origins, so the development server speaks to it in its own name.
    proxy: {
      '/api': {
        target: gatewayUrl,
        changeOrigin: true,
        ws: true,
        headers: { origin: new URL(gatewayUrl).origin },
      },
    },
  },
})
