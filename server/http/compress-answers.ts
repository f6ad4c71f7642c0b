import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/**
 * A survey of three hundred rooms is megabytes of JSON, and phones are slow; photos and downloads stay as they are. So do
 * the web app's files: what the build compressed has its length, and what it did not is small. A file that is compressed
 * while it is sent has none, and Safari takes what came of it before the connection broke for the whole, runs that, and
 * does not ask again.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  // Before the compression's own, which looks at each route as it comes.
  app.addHook('onRoute', (route) => {
    if (!/^\/+api\b/.test(route.url)) route.compress = false
  })
  await app.register(compress, {
    encodings: ['gzip'],
    threshold: 2_048,
    customTypes: /^application\/json/,
    // A body that is small on the way may be of any size then: nobody sends such.
    globalDecompression: false,
  })
}
