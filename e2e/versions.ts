import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { asFirstWorker } from './first-worker.ts'

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
 * By number (1 to 16) the program as it was built, each under other names, so that no file of the one is there for the
 * other; `first` is number one with the worker of the first apps; `half` is the second and lacks a file that it names;
 * `none` offers no worker any more.
 */
export type Offered = number | 'first' | 'half' | 'none'

export interface Versions {
  readonly address: string
  offer(version: Offered): void
  /** Once a device has asked for so many more files that it wants to keep. */
  kept(files: number): Promise<void>
  /** From now on every connection is refused, as by a server that was stopped, until it is started again. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** In front of a site: gives its pages in the version of the moment, and hands every call through. Ends with the test. */
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
    // A page's scripts and styles say that they are such; what a worker brings is for nothing yet.
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

/** By version and name: hundreds of files are renamed in, and journeys offer the same versions. */
const read = new Map<string, Promise<Buffer | string | null>>()

/** Null where the version has no such file. */
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

/** Its first letters at its end; in the later versions read from its end, too. */
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
