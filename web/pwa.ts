import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/** What no device keeps beforehand: maps for PDF files in East Asian scripts that lack their own, and licences. */
const notKept = ['**/cmaps/**', '**/LICENSE*']

/** The service worker, and with it the list of all files that a device needs to open every screen without network. */
export function serviceWorker(): Plugin[] {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'worker',
    filename: 'sw.ts',
    injectRegister: false,
    manifest: false,
    integration: {
      configureCustomSWViteBuild: (options) => {
        const output = options.build?.rollupOptions?.output
        // The bundler warns of it, and there is nothing to split.
        if (output && 'inlineDynamicImports' in output) delete output.inlineDynamicImports
        options.logLevel = 'warn'
      },
    },
    injectManifest: {
      globPatterns: ['**/*.{html,js,mjs,css,wasm,svg,png,json,webmanifest,ttf,pfb,woff2}'],
      globIgnores: notKept,
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      // They carry their content's hash, or the version they belong to, in the name.
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
