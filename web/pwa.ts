import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/**
 * Files that are not precached: character maps for PDF files in East Asian scripts without their own, and
 * licenses.
 */
const notKept = ['**/cmaps/**', '**/LICENSE*']

/** Builds the service worker with the list of all files that every screen needs offline. */
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
