import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const built = join(import.meta.dirname, '..', 'dist', 'web')
/** A name with its content's hash, as the build gives it. */
const hashed = /-([\w-]{8})(\.(?:js|mjs|css|wasm))/g
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/**
 * `one` is the program as it was built; `two` the same under other names, so that no file of the one is there for the
 * other; `half` lacks a file that it names; `none` offers no worker any more.
 */
export type Offered = 'one' | 'two' | 'half' | 'none'

export interface Versions {
  readonly address: string
  offer(version: Offered): void
  close(): Promise<void>
}

/** In front of a site: gives its pages in the version of the moment, and hands every call through. */
export async function openVersions(site: string): Promise<Versions> {
  let offered: Offered = 'one'
  const server = createServer((asked, answer) => {
    const path = new URL(asked.url ?? '/', site).pathname
    if (path.startsWith('/api/')) handThrough(site, asked, answer)
    else void give(path, offered, answer)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    offer: (version) => {
      offered = version
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function handThrough(site: string, asked: IncomingMessage, answer: ServerResponse): void {
  const passed = request(
    site + asked.url,
    { method: asked.method ?? 'GET', headers: asked.headers },
    (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    },
  )
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
}

async function give(path: string, offered: Offered, answer: ServerResponse): Promise<void> {
  const name = extname(path) === '' ? '/index.html' : path
  const asBuilt = offered === 'one' || offered === 'none'
  const known = asBuilt ? name : other(name)
  const missing = (offered === 'none' && path === '/sw.js') || (offered === 'half' && path.endsWith('.wasm'))
  const bytes = missing ? null : await readFile(join(built, known)).catch(() => null)
  if (!bytes) {
    answer.writeHead(404).end()
    return
  }
  const type = types[extname(known)] ?? 'application/octet-stream'
  answer.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
  answer.end(asBuilt || !type.startsWith('text/') ? bytes : other(String(bytes)))
}

/** There and back: every hash read from its end. */
function other(text: string): string {
  return text.replaceAll(hashed, (_, hash: string, ending: string) => {
    return `-${[...hash].reverse().join('')}${ending}`
  })
}
