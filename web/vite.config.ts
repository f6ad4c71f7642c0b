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
    // What the engine says is said by the browser's own, lighter `t`, which gives the same sentences (its test).
    alias: [
      {
        find: /^#contract\/messages\/translate\.ts$/,
        replacement: join(import.meta.dirname, 'lib', 'language', 'translate.ts'),
      },
      // The router asks for what React has had for years by a package that makes up for it in older ones.
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
    // The content security policy allows files of this origin only, and the page's one script.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    // The reader of PDF files is one file, loaded with the first of them.
    chunkSizeWarningLimit: 520,
  },
  server: { proxy: { '/api': { target: apiAddress, changeOrigin: false } } },
  preview: { proxy: { '/api': { target: apiAddress, changeOrigin: false } } },
})
