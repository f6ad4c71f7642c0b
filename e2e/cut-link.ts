import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { freePort } from '#server/testing/real-server.ts'

export interface CutLink {
  /** The site's address through this connection. */
  readonly address: string
  /** The uploaded parts of files: offset and number of bytes passed on. */
  readonly parts: readonly { readonly offset: number; readonly bytes: number }[]
  close(): Promise<void>
}

/**
 * Opens a proxy to the site that breaks once, after `bytesUntilCut` bytes of a file; `broken` is then called.
 */
export async function openCutLink(
  site: string,
  bytesUntilCut: number,
  broken: () => Promise<void>,
): Promise<CutLink> {
  const parts: { offset: number; bytes: number }[] = []
  let left = bytesUntilCut
  let isBroken = false
  let isBreaking = false
  const pass = async (call: IncomingMessage, answer: ServerResponse) => {
    // Bytes sent to a dying server would count as passed.
    if (isBreaking) return call.socket.destroy()
    const { method, headers } = call
    // A reused connection may lead to a dead server and still accept bytes.
    const onward = request(new URL(call.url ?? '/', site), { method, headers, agent: false })
    onward.once('error', () => call.socket.destroy())
    const part = { offset: Number(call.headers['upload-offset'] ?? 0), bytes: 0 }
    if (call.method === 'PATCH') parts.push(part)
    void once(onward, 'response').then(
      ([reply]: IncomingMessage[]) => {
        answer.writeHead(reply?.statusCode ?? 502, reply?.headers)
        reply?.pipe(answer)
      },
      () => undefined,
    )
    for await (const piece of call) {
      const lost = await new Promise((written) => onward.write(piece, written))
      // A server that is down received nothing, however often a device retries.
      if (lost) return
      if (call.method !== 'PATCH') continue
      part.bytes += piece.length
      left -= piece.length
      if (left > 0 || isBroken) continue
      isBroken = true
      isBreaking = true
      await broken()
      isBreaking = false
      call.socket.destroy()
      return
    }
    onward.end()
  }
  const server = createServer((call, answer) => {
    pass(call, answer).catch(() => call.socket.destroy())
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://localhost:${port}`,
    parts,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
