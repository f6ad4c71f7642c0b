import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { freePort } from '#server/testing/real-server.ts'
import { ownSource } from '../site.ts'

/** Somebody's network. Browsers that are driven by the standards have no switch for 'offline': this is cut in its place. */
export interface Link {
  /** Where the site is reached through it: an origin of its own, as a profile of its own has. */
  readonly address: string
  /** From now on nothing answers, the app's own files neither. */
  cut(): void
  mend(): void
  /** Until it is mended, calls whose address has this in them are broken off. */
  refuse(address: string): void
  /** The next call whose address has this in it gets no answer, as on a connection that died without a word. */
  swallow(address: string): void
  /**
   * Of the second call from now on whose address has this in it half comes, without a word on how long it is, and then the
   * connection breaks.
   */
  cutOff(address: string): void
  /** What was asked through it and what came of it, with the milliseconds since it was opened: for a journey that failed. */
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
