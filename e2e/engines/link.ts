import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { freePort } from '#server/testing/real-server.ts'
import { ownSource } from '../site.ts'

/** A user's network. Standards-driven browsers have no offline switch, so this connection is cut instead. */
export interface Link {
  /** The site's address through this link: a separate origin, like a separate profile. */
  readonly address: string
  /** From now on nothing responds, including the app's own files. */
  cut(): void
  mend(): void
  /** Until mended, aborts calls whose address contains this. */
  refuse(address: string): void
  /** The next call whose address contains this gets no reply, as on a silently dead connection. */
  swallow(address: string): void
  /**
   * Truncates the second call from now on whose address contains this: half of the body without a length,
   * then the connection breaks.
   */
  cutOff(address: string): void
  /** Requests and their outcomes, with milliseconds since the start, for a failed journey. */
  readonly log: readonly string[]
  close(): Promise<void>
}

export async function openLink(site: string): Promise<Link> {
  let isCut = false
  let refused: string | null = null
  let swallowed: string | null = null
  let broken: { readonly address: string; calls: number } | null = null
  const source = ownSource()
  const log: string[] = []
  const opened = performance.now()
  const note = (text: string) => log.push(`${Math.round(performance.now() - opened)} ${text}`)
  const server = createServer((call, answer) => {
    const asked = `${call.method} ${call.url}`
    note(asked)
    answer.once('close', () =>
      note(`${asked}: ${answer.writableFinished ? answer.statusCode : 'broken off'}`),
    )
    if (refused !== null && call.url?.includes(refused)) {
      call.socket.destroy()
      return
    }
    if (swallowed !== null && call.url?.includes(swallowed)) {
      note(`${asked}: swallowed`)
      swallowed = null
      return
    }
    if (broken && call.url?.includes(broken.address) && ++broken.calls === 2) {
      note(`${asked}: cut off`)
      broken = null
      forwardHalf(site, call, answer).catch(() => call.socket.destroy())
      return
    }
    forward(site, call, answer, source).catch(() => call.socket.destroy())
  })
  server.on('connection', (socket) => {
    if (isCut) socket.destroy()
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://localhost:${port}`,
    cut: () => {
      note('cut')
      isCut = true
      server.closeAllConnections()
    },
    mend: () => {
      note('mended')
      isCut = false
      refused = null
    },
    refuse: (address) => {
      refused = address
    },
    swallow: (address) => {
      swallowed = address
    },
    cutOff: (address) => {
      broken = { address, calls: 0 }
    },
    log,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function forward(
  site: string,
  call: IncomingMessage,
  answer: ServerResponse,
  source: Readonly<Record<string, string>>,
): Promise<void> {
  const headers = { ...call.headers, ...source }
  const onward = request(new URL(call.url ?? '/', site), { method: call.method ?? 'GET', headers })
  call.pipe(onward)
  answer.once('close', () => onward.destroy())
  const [reply] = (await once(onward, 'response')) as [IncomingMessage]
  answer.writeHead(reply.statusCode ?? 502, reply.headers)
  reply.on('error', () => answer.destroy()).pipe(answer)
}

async function forwardHalf(site: string, call: IncomingMessage, answer: ServerResponse): Promise<void> {
  const reply = await fetch(new URL(call.url ?? '/', site))
  const bytes = new Uint8Array(await reply.arrayBuffer())
  answer.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' })
  await new Promise((sent) => answer.write(bytes.subarray(0, bytes.length / 2), sent))
  call.socket.destroySoon()
}
