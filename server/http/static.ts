import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isScreenPath } from '#contract/screens.ts'
import { fail } from './failure.ts'
import { sendFailure } from './router.ts'

/** Browsers lay out an image opened by itself with their own styles; its scripts do not run. */
const shownAlone = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'"
const year = 'public, max-age=31536000, immutable'

/**
 * Serves the web app: hashed assets are cached for a year, and the page is revalidated each time.
 * Every screen's path returns the page. So does a browser's request for an unknown path (`Accept: text/html`),
 * with 404, so that a mistyped address shows the app's own message. Anything else, such as `/metrics` or a
 * missing file, is a 404 without a page.
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

/** Whether a browser requests a path that is neither the API's nor a file. */
function isMistyped({ headers }: FastifyRequest, path: string): boolean {
  const isFile = /^\/(api|assets)\/|\.\w+$/.test(path)
  return !isFile && (headers.accept ?? '').includes('text/html')
}
