import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

const from = join(import.meta.dirname, '..', 'node_modules', 'pdfjs-dist')
const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string }
/** Includes the version, since browsers cache files below `assets/` forever. */
const folder = `assets/pdfjs-${version}`

/**
 * Returns the files that the PDF reader fetches by name on demand: fonts, character maps, decoders without
 * WebAssembly.
 */
function wanted(): readonly { readonly path: string; readonly file: string }[] {
  const all = (name: string) => readdirSync(join(from, name)).map((file) => join(from, name, file))
  const decoders = all('wasm').filter((path) => /_nowasm_fallback\.js$|LICENSE/.test(path))
  return [
    ...all('standard_fonts').map((path) => ({ path, file: `fonts/${basename(path)}` })),
    ...all('cmaps').map((path) => ({ path, file: `cmaps/${basename(path)}` })),
    ...decoders.map((path) => ({ path, file: `decoders/${basename(path)}` })),
  ].filter(({ path }) => statSync(path).isFile())
}

export function pdfReaderFiles(): Plugin {
  return {
    name: 'pdf-reader-files',
    generateBundle() {
      for (const { path, file } of wanted())
        this.emitFile({ type: 'asset', fileName: `${folder}/${file}`, source: readFileSync(path) })
    },
    configureServer({ middlewares }) {
      const files = new Map(wanted().map(({ path, file }) => [`/${folder}/${file}`, path]))
      middlewares.use((request, response, next) => {
        const path = files.get(request.url ?? '')
        if (!path) return next()
        if (path.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        createReadStream(path).pipe(response)
      })
    },
  }
}
