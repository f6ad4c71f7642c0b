import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'

const forwarded = 'x-forwarded-for'

const refusals = {
  silent:
    'A request came through the proxy without X-Forwarded-For: the proxy does not write that header and passes on ' +
    'what clients write there.',
  ownHost:
    'The proxy does not pass on the public Host, so it is probably not configured: X-Forwarded-For may come from ' +
    'a client.',
  noAddress: 'The last entry that the proxy wrote in X-Forwarded-For is not an address.',
} as const

const advice =
  'Until this is fixed, all clients behind the proxy count as one caller. docs/operations.md explains how to set up ' +
  'the proxy; restart Fieldbook afterwards.'

/**
 * With `TRUST_PROXY`, verifies that the proxy wrote the last address of `X-Forwarded-For`, and reduces the
 * header to it.
 * A proxy that is not configured to write the header passes on the client's own, which would let clients choose
 * the address that limits count. When a request shows that, the header is ignored, and a warning is logged
 * once.
 */
export function verifyForwarded(app: FastifyInstance, { config, log }: Context): void {
  if (!config.trustProxy) return
  const hosts = new Set([config.publicUrl, ...config.otherPublicUrls].map((url) => new URL(url).host))
  // If people use this server's own port, there may be no proxy at all.
  const isPublic = (host: string) => hosts.has(host) && !host.endsWith(`:${config.port}`)
  const said = new Set<keyof typeof refusals>()
  /** Never reset: no later request can prove that the proxy writes the header of all others. */
  let silent = false

  app.addHook('onRequest', (request, _reply, done) => {
    const given = request.raw.headers[forwarded]
    const written = lastAddress(typeof given === 'string' ? given : '')
    const refused = evaluate(request, written)
    delete request.raw.headers[forwarded]
    if (refused === null && written !== null) request.raw.headers[forwarded] = written
    if (refused !== null && !said.has(refused)) {
      said.add(refused)
      log.warn({ proxy: request.raw.socket.remoteAddress }, `TRUST_PROXY=1: ${refusals[refused]} ${advice}`)
    }
    done()
  })

  function evaluate(request: FastifyRequest, written: string | null): keyof typeof refusals | null {
    const { headers, httpVersion, url = '' } = request.raw
    const host = (headers.host ?? '').toLowerCase()
    // Health checks and requests that bypass the proxy reveal nothing about it.
    const isCall = /^\/api\/(?!health\b)/.test(url)
    if (headers[forwarded] === undefined && isCall && (isPublic(host) || httpVersion === '1.0')) silent = true
    if (silent) return 'silent'
    if (headers[forwarded] === undefined) return null
    if (headers['x-forwarded-host'] === undefined && !hosts.has(host) && isLocal(host)) return 'ownHost'
    return written === null ? 'noAddress' : null
  }
}

/** Whether the host is one that a proxy uses for its upstream: an IP address, or a name without a dot. */
function isLocal(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return isIP(name) !== 0 || !name.includes('.')
}

/** Some proxies append the caller's port, which changes with every connection. */
function lastAddress(header: string): string | null {
  const last = header.slice(header.lastIndexOf(',') + 1).trim()
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(last)?.[1] ?? last.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return isIP(bare) === 0 ? null : bare
}
