import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkByScreens } from './chunks.ts'
import { compressBuild } from './compress-build.ts'
import { firstPaint } from './first-paint.ts'
import { leanMantine } from './lean-mantine.ts'
import { pdfReaderFiles } from './pdf-reader-files.ts'
import { serviceWorker } from './pwa.ts'

const apiAddress = process.env.API_ADDRESS ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    // In the browser, the engine uses the lighter `t`, which a test compares with the other.
    alias: [
      {
        find: /^#contract\/messages\/translate\.ts$/,
        replacement: join(import.meta.dirname, 'lib', 'language', 'translate.ts'),
      },
      // Replaces a polyfill of the router for old versions of React.
      {
        find: /^react-style-singleton$/,
        replacement: join(import.meta.dirname, 'lib', 'page', 'adopted-styles.ts'),
      },
      { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' },
    ],
  },
  plugins: [
    react(),
    ...leanMantine(),
    pdfReaderFiles(),
    chunkByScreens(),
    firstPaint(),
    compressBuild(),
    ...serviceWorker(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy allows only files of this origin and the page's one script.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    // The PDF reader is one file, loaded with the first PDF.
    chunkSizeWarningLimit: 520,
  },
  server: { proxy: { '/api': { target: apiAddress, changeOrigin: false } } },
  preview: { proxy: { '/api': { target: apiAddress, changeOrigin: false } } },
})
