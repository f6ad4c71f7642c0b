import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { chunkByScreens } from './chunks.ts'
import { firstPaint } from './first-paint.ts'
import { leanMantine } from './lean-mantine.ts'
import { pdfReaderFiles } from './pdf-reader-files.ts'

/**
 * Files that are not precached: character maps for PDF files in East Asian scripts without their own, and
 * licenses.
 */
const notKept = ['**/cmaps/**', '**/LICENSE*']

const worth = /\.(m?js|css|html|svg|wasm|webmanifest)$/

const smallest = 1024

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

/** Writes a .br and a .gz next to each file that shrinks, for the server to send. */
function compressBuild(): Plugin {
  return {
    name: 'compress-build',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      await Promise.all(
        Object.keys(bundle)
          .filter((name) => worth.test(name))
          .map((name) => compress(join(dir, name))),
      )
    },
  }
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < smallest) return
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

/** Builds the service worker with the list of all files that every screen needs offline. */
function serviceWorker(): Plugin[] {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'worker',
    filename: 'sw.ts',
    injectRegister: false,
    manifest: false,
    integration: {
      configureCustomSWViteBuild: (options) => {
        const output = options.build?.rollupOptions?.output
        // The bundler warns about this option, and there is nothing to split.
        if (output && 'inlineDynamicImports' in output) delete output.inlineDynamicImports
        options.logLevel = 'warn'
      },
    },
    injectManifest: {
      globPatterns: ['**/*.{html,js,mjs,css,wasm,svg,png,json,webmanifest,ttf,pfb,woff2}'],
      globIgnores: notKept,
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      // Their names have a content hash or a version.
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        (manifest) => {
          const bytes = manifest.reduce((sum, { size }) => sum + size, 0)
          const size = `${(bytes / 1024 / 1024).toFixed(1)} MiB`
          process.stdout.write(`For work without network a device keeps ${manifest.length} files, ${size}.\n`)
          return { manifest }
        },
      ],
    },
  })
}
