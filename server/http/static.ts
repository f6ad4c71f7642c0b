import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { fail } from './failure.ts'
import { sendFailure } from './router.ts'

const year = 'public, max-age=31536000, immutable'

/** Never the page in its place: a browser that is refused a new worker goes on with the one it has. */
const files = /^\/(assets\/|sw\.js|manifest\.webmanifest)/

/** The web app: hashed assets for ever, the page itself asked for anew each time; every screen's address gives the page. */
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
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isScreen =
      built && request.method === 'GET' && !request.url.startsWith('/api/') && !files.test(request.url)
    if (isScreen) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return sendFailure(reply, fail('request.notFound'))
  })
}
