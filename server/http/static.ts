import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isScreenPath } from '#contract/screens.ts'
import { fail } from './failure.ts'
import { sendFailure } from './router.ts'

/** Browsers lay out an image that is opened by itself with styles of their own; no script of it runs. */
const shownAlone = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'"
const year = 'public, max-age=31536000, immutable'

/**
 * Serves the web app: hashed assets cached for a year, the page revalidated each time. The page answers every screen's
 * address, and with 404 a person's request for any other (`Accept: text/html`), so that a mistyped address shows the app's
 * own words. Anything else is a 404 without a page: a scraper that asks for `/metrics`, or a browser for a file that is
 * gone.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (response, path) => {
        response.header('cache-control', path.includes('/assets/') ? year : 'no-cache')
        if (/\.(png|svg|ico)$/.test(path)) response.header('content-security-policy', shownAlone)
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const isPage = built && isScreenPath(path)
    if ((isPage || (built && isMistyped(request, path))) && ['GET', 'HEAD'].includes(request.method))
      return reply
        .code(isPage ? 200 : 404)
        .header('cache-control', 'no-cache')
        .sendFile('index.html')
    return sendFailure(reply, fail('request.notFound'))
  })
}

/** A person's browser asks for a path that is neither the API's nor a file. */
function isMistyped({ headers }: FastifyRequest, path: string): boolean {
  const isFile = /^\/(api|assets)\/|\.\w+$/.test(path)
  return !isFile && (headers.accept ?? '').includes('text/html')
}
