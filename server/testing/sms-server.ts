import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export interface SentSms {
  readonly path: string
  readonly authorization: string
  readonly form: Readonly<Record<string, string>>
}

export interface SmsServer {
  readonly url: string
  readonly calls: readonly SentSms[]
  close(): Promise<void>
}

/**
 * Starts a server with Twilio's API for messages; `answer` returns status and body, by default a message's
 * id.
 */
export async function startSmsServer(
  answer: (call: number) => { readonly status: number; readonly body: object } | null = () => null,
): Promise<SmsServer> {
  const calls: SentSms[] = []
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    calls.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', form })
    const { status, body } = answer(calls.length) ?? { status: 201, body: { sid: `SM${calls.length}` } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  if (typeof place !== 'object' || place === null) throw new Error('No port')
  return {
    url: `http://127.0.0.1:${place.port}`,
    calls,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
