// How the browser app is built. Everything that the page loads is a file of its own from the same origin, because the
// server's content security policy allows nothing inline.

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { keepEnglishOnly } from './build/keep-english-only.ts'
import { preloadFonts } from './build/preload-fonts.ts'

const gatewayUrl = process.env.HEDDLE_GATEWAY_URL ?? 'http://127.0.0.1:7420'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), keepEnglishOnly(), preloadFonts()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // light-dark() and nesting are used as they are written.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // A small font or image turned into a data: address would be refused by the policy.
    assetsInlineLimit: 0,
  },
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
