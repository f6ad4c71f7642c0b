import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { onTestFinished } from 'vitest'

const built = join(import.meta.dirname, '..', 'dist', 'web')
/** A file name with its content hash, as built. */
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
 * A number (1 to 16) is the built program with other file names, so that versions share no file; `first` is
 * version 1 with the first releases' worker; `half` is version 2 without a file that it lists; `none` has no
 * worker.
 */
export type Offered = number | 'first' | 'half' | 'none'

export interface Versions {
  readonly address: string
  offer(version: Offered): void
  /** Resolves once a device has requested this many more files to cache. */
  kept(files: number): Promise<void>
  /** Refuses all connections from now on, like a stopped server, until started again. */
  stop(): Promise<void>
  start(): Promise<void>
}

/**
 * Opens a proxy that serves a site's pages in the current version and passes on all calls. Ends with the
 * test.
 */
export async function openVersions(site: string): Promise<Versions> {
  let offered: Offered = 1
  let asked = 0
  let onAsked = () => {}
  const server = createServer((call, answer) => {
    const path = new URL(call.url ?? '/', site).pathname
    if (path.startsWith('/api/')) {
      handThrough(site, call, answer)
      return
    }
    void give(path, offered, answer)
    // Scripts and styles of a page declare their destination; fetches by a worker do not.
    if (call.headers['sec-fetch-dest'] !== 'empty') return
    asked++
    onAsked()
  })
  const start = (port: number) =>
    new Promise<void>((ready) => {
      server.listen(port, '127.0.0.1', ready)
    })
  const stop = async () => {
    if (!server.listening) return
    const closed = new Promise((closed) => server.close(closed))
    server.closeAllConnections()
    await closed
  }
  await start(0)
  const { port } = server.address() as AddressInfo
  onTestFinished(stop)
  return {
    address: `http://localhost:${port}`,
    offer: (version) => {
      offered = version
    },
    kept: (files) => {
      const until = asked + files
      return new Promise((reached) => {
        onAsked = () => asked >= until && reached()
      })
    },
    stop,
    start: () => start(port),
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
  const key = `${offered} ${name}`
  const reading = read.get(key) ?? readFileOf(name, offered)
  read.set(key, reading)
  const bytes = await reading
  if (!bytes) {
    answer.writeHead(404).end()
    return
  }
  const type = types[extname(name)] ?? 'application/octet-stream'
  answer.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
  answer.end(bytes)
}

/** By version and name: renaming inside hundreds of files is slow, and journeys offer the same versions. */
const read = new Map<string, Promise<Buffer | string | null>>()

/** Returns null if the version has no such file. */
async function readFileOf(name: string, offered: Offered): Promise<Buffer | string | null> {
  if (offered === 'none' && name === '/sw.js') return null
  if (offered === 'half' && name.endsWith('.wasm')) return null
  const by = turns(offered)
  const known = renamed(name, (hash) => asBuilt(hash, by))
  const bytes = await readFile(join(built, known)).catch(() => null)
  if (!bytes || !types[extname(name)]?.startsWith('text/')) return bytes
  const text = renamed(String(bytes), (hash) => asOffered(hash, by))
  return offered === 'first' && name === '/sw.js' ? asFirstWorker(text) : text
}

function turns(offered: Offered): number {
  if (typeof offered === 'number') return offered - 1
  return offered === 'half' ? 1 : 0
}

function renamed(text: string, name: (hash: string) => string): string {
  return text.replaceAll(hashed, (_, hash: string, ending: string) => `-${name(hash)}${ending}`)
}

/** Rotates the hash; later versions also reverse it. */
function asOffered(hash: string, by: number): string {
  return turned(by < hash.length ? hash : reversed(hash), by % hash.length)
}

function asBuilt(hash: string, by: number): string {
  const back = turned(hash, hash.length - (by % hash.length))
  return by < hash.length ? back : reversed(back)
}

function turned(hash: string, by: number): string {
  return hash.slice(by) + hash.slice(0, by)
}

function reversed(hash: string): string {
  return [...hash].reverse().join('')
}

/**
 * Returns a service worker that handles other versions' files like the first releases, which devices have
 * until their first update. Generated from the current worker's list of files.
 */
function asFirstWorker(present: string): string {
  const [files] = /\[\{"revision".*?\}\]/s.exec(present) ?? []
  if (!files) throw new Error('The service worker holds no list of files.')
  return `
    const paths = ${files}.map(({ url }) => '/' + url)
    const own = 'program-' + paths.find((path) => path.includes('/index-'))
    self.addEventListener('install', (event) => event.waitUntil(install()))
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
    self.addEventListener('message', (event) => {
      if (event.data === 'take-over') event.waitUntil(self.skipWaiting())
      if (event.data === 'tidy') event.waitUntil(dropAllOthers())
    })
    self.addEventListener('fetch', (event) => {
      const { pathname } = new URL(event.request.url)
      if (pathname.startsWith('/api/')) return
      event.respondWith(answer(event.request.mode === 'navigate' ? '/index.html' : event.request))
    })
    async function answer(asked) {
      return (await caches.match(asked, { ignoreVary: true })) ?? fetch(asked)
    }
    async function install() {
      for (const path of paths) await (await caches.open(own)).put(path, await fetch(path))
    }
    async function dropAllOthers() {
      const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
      const programs = await Promise.all(pages.map(programOf))
      for (const name of await caches.keys()) {
        if (!name.startsWith('program-') || name === own) continue
        const cache = await caches.open(name)
        const used = await Promise.all(programs.map((path) => cache.match(path)))
        if (used.every((found) => found === undefined)) await caches.delete(name)
      }
    }
    function programOf(page) {
      return new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => resolve(data)
        page.postMessage('which-program', [port2])
      })
    }
  `
}
