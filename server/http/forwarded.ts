import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'

const forwarded = 'x-forwarded-for'

const refusals = {
  silent:
    'A request came through the proxy without X-Forwarded-For: it does not write that header and passes on what ' +
    'clients write there.',
  ownHost:
    'The proxy does not pass on the Host that people use, as one does that was not told to: what stands in ' +
    'X-Forwarded-For may be what a client wrote there.',
  noAddress: 'What the proxy wrote last in X-Forwarded-For is no address.',
} as const

const advice =
  'Until that is mended everybody behind it counts as one caller. docs/operations.md says how to set up the proxy; ' +
  'start Fieldbook anew afterwards.'

/**
 * With `TRUST_PROXY`, whether the last address of `X-Forwarded-For` is one that the proxy in front wrote. A proxy that was
 * not told to write it passes on the client's own, so that anybody could choose who they count as in limits. Where
 * that shows, the header counts for nothing, and it is said once. What Fastify then finds is one address, or none.
 */
export function verifyForwarded(app: FastifyInstance, { config, log }: Context): void {
  if (!config.trustProxy) return
  const hosts = new Set([config.publicUrl, ...config.otherPublicUrls].map((url) => new URL(url).host))
  // Where people use this server's own port, there may be no proxy at all.
  const isPublic = (host: string) => hosts.has(host) && !host.endsWith(`:${config.port}`)
  const said = new Set<keyof typeof refusals>()
  /** Set until the program is started anew: no request can prove that all others are written by the proxy. */
  let silent = false

  app.addHook('onRequest', (request, _reply, done) => {
    const given = request.raw.headers[forwarded]
    const written = lastAddress(typeof given === 'string' ? given : '')
    const refused = judge(request, written)
    delete request.raw.headers[forwarded]
    if (refused === null && written !== null) request.raw.headers[forwarded] = written
    if (refused !== null && !said.has(refused)) {
      said.add(refused)
      log.warn({ proxy: request.raw.socket.remoteAddress }, `TRUST_PROXY=1: ${refusals[refused]} ${advice}`)
    }
    done()
  })

  function judge(request: FastifyRequest, written: string | null): keyof typeof refusals | null {
    const { headers, httpVersion, url = '' } = request.raw
    const host = (headers.host ?? '').toLowerCase()
    // Who asks past the proxy, on this machine or to see whether the server is well, shows nothing.
    const isCall = /^\/api\/(?!health\b)/.test(url)
    if (headers[forwarded] === undefined && isCall && (isPublic(host) || httpVersion === '1.0')) silent = true
    if (silent) return 'silent'
    if (headers[forwarded] === undefined) return null
    if (headers['x-forwarded-host'] === undefined && !hosts.has(host) && isLocal(host)) return 'ownHost'
    return written === null ? 'noAddress' : null
  }
}

/** How a server is named by what stands in front of it: by number, or by a name that only counts there. */
function isLocal(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return isIP(name) !== 0 || !name.includes('.')
}

/** Some write the caller's port behind it, which is another one with every connection. */
function lastAddress(header: string): string | null {
  const last = header.slice(header.lastIndexOf(',') + 1).trim()
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(last)?.[1] ?? last.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return isIP(bare) === 0 ? null : bare
}
