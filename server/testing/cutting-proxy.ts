import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  /** Address of the server through this proxy. */
  readonly address: string
  /** Cuts each of the next answers after this many bytes, headers included. */
  cut(after: number, answers: number): void
  /** Stalls each of the next answers after this many bytes without closing. */
  stall(after: number, answers: number): void
  /** Stops the proxy. */
  close(): Promise<void>
}

/** Opens a proxy to an HTTP server that can cut off answers. */
export async function cuttingProxy(to: string, at = 0): Promise<CuttingProxy> {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  let [left, limit, tells] = [0, Number.POSITIVE_INFINITY, true]
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let room = Number.POSITIVE_INFINITY
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes) => {
      if (left > 0) {
        left -= 1
        room = limit
      }
      far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => {
      if (room > 0) near.write(bytes.subarray(0, room))
      room -= bytes.length
      if (room <= 0 && tells) near.end()
    })
  }).listen(at, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  return {
    address: `http://127.0.0.1:${address.port}`,
    cut: (after, answers) => {
      ;[limit, left, tells] = [after, answers, true]
    },
    stall: (after, answers) => {
      ;[limit, left, tells] = [after, answers, false]
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
