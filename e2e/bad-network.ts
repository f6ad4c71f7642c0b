import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePort } from '#server/testing/real-server.ts'

/**
 * The fate of an API call: it goes through; the server handles it but the reply is dropped; the reply is
 * truncated; a Wi-Fi login page replies instead; the call never arrives.
 */
export type Luck = 'through' | 'unheard' | 'cut' | 'login-page' | 'lost'

export interface BadNetwork {
  /** The site's address through this network. */
  readonly address: string
  /** Decides each call's fate from now on. */
  luck(next: (call: IncomingMessage) => Luck): void
  /** How often each fate occurred. */
  readonly met: ReadonlyMap<Luck, number>
  close(): Promise<void>
}

const loginPage = '<!doctype html><title>Guest Wi-Fi</title><h1>Accept the terms to go online</h1>'

/** Opens a proxy to the site on which API calls can fail; the app's own files always arrive. */
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
  // The server is done once its whole reply is received.
  const said = await text(reply)
  if (luck === 'cut') {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    await new Promise((written) => answer.write(said.slice(0, said.length / 2), written))
  }
  call.socket.destroy()
}
