import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePort } from '#server/testing/real-server.ts'

/**
 * What becomes of a call to the API: it goes through; the server carries it out and nobody hears the answer; the
 * answer is cut in the middle; a Wi-Fi's login page answers in the server's place; it does not get there at all.
 */
export type Luck = 'through' | 'unheard' | 'cut' | 'login-page' | 'lost'

export interface BadNetwork {
  /** Where the site is reached through it. */
  readonly address: string
  /** Decides for each call from now on. */
  luck(next: (call: IncomingMessage) => Luck): void
  /** How often each fate was met. */
  readonly met: ReadonlyMap<Luck, number>
  close(): Promise<void>
}

const loginPage = '<!doctype html><title>Guest Wi-Fi</title><h1>Accept the terms to go online</h1>'

/** A way to the site on which calls of the API can go astray; the app's own files always come. */
export async function openBadNetwork(site: string): Promise<BadNetwork> {
  let decide: (call: IncomingMessage) => Luck = () => 'through'
  const met = new Map<Luck, number>()
  const server = createServer(async (call, answer) => {
    const luck = call.url?.startsWith('/api/') ? decide(call) : 'through'
    met.set(luck, (met.get(luck) ?? 0) + 1)
    if (luck === 'lost') return void call.socket.destroy()
    if (luck === 'login-page') {
      call.resume()
      return void answer.writeHead(200, { 'content-type': 'text/html' }).end(loginPage)
    }
    await forward(site, call, answer, luck).catch(() => call.socket.destroy())
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://localhost:${port}`,
    luck: (next) => {
      decide = next
    },
    met,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function forward(site: string, call: IncomingMessage, answer: ServerResponse, luck: Luck) {
  const onward = request(new URL(call.url ?? '/', site), { method: call.method, headers: call.headers })
  call.pipe(onward)
  call.once('close', () => call.complete || onward.destroy())
  const [reply] = (await once(onward, 'response')) as [IncomingMessage]
  if (luck === 'through') {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    answer.once('close', () => reply.destroy())
    reply.pipe(answer)
    return
  }
  // The server is done with it when its whole answer is here.
  const said = await text(reply)
  if (luck === 'cut') {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    await new Promise((written) => answer.write(said.slice(0, said.length / 2), written))
  }
  call.socket.destroy()
}
