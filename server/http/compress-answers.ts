import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/**
 * Compresses JSON replies only. A survey of 300 rooms is megabytes of JSON, and phone connections are slow.
 * The web app's files are compressed at build time, so that they have a length. A file compressed on the fly
 * has none, and Safari would take a truncated script as complete, run it, and not request it again.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  // Runs before the plugin's own hook, which inspects each route as it is added.
  app.addHook('onRoute', (route) => {
    if (!/^\/+api\b/.test(route.url)) route.compress = false
  })
  await app.register(compress, {
    encodings: ['gzip'],
    threshold: 2_048,
    customTypes: /^application\/json/,
    // A small compressed body can inflate to any size. No client sends one.
    globalDecompression: false,
  })
}
