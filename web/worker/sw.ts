import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { PrecacheRoute } from 'workbox-precaching/PrecacheRoute.js'
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js'
import { Route } from 'workbox-routing/Route.js'
import { Router } from 'workbox-routing/Router.js'
import type { ToWorker } from '#web/lib/worker-talk.ts'
import { dropLeftOver, nameOfVersion } from './versions.ts'

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[]
}

const files = self.__WB_MANIFEST
/** Each version keeps all of its files by itself: one that could not be fetched whole spoils no other. */
const program = new PrecacheController({ cacheName: nameOfVersion(files) })
program.addToCacheList([...files])

const router = new Router()
router.registerRoute(new PrecacheRoute(program, { cleanURLs: false, directoryIndex: '' }))
// Every screen has an address without a dot and is drawn by the one page. Data, media and API pages are the server's.
router.registerRoute(
  new NavigationRoute(program.createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api(\/|$)/, /^[^?]*\.[a-z0-9]+(\?|$)/i],
  }),
)
// A page of an earlier version goes on with its own files.
router.registerRoute(
  new Route(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
  ),
)

self.addEventListener('install', (event) => event.waitUntil(install(event)))

// The page that was open when the program came onto the device opens its other screens without network, too.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const answer = router.handleRequest({ request: event.request, event })
  if (answer) event.respondWith(answer)
})

self.addEventListener('message', (event) => {
  const said = event.data as ToWorker
  if (said === 'take-over') event.waitUntil(self.skipWaiting())
  if (said === 'tidy') event.waitUntil(dropLeftOver(self.clients, program.strategy.cacheName))
})

/** All or nothing: what was fetched of a version that did not come whole takes no room from anything else. */
async function install(event: ExtendableEvent): Promise<void> {
  const { cacheName } = program.strategy
  const began = !(await caches.has(cacheName))
  try {
    await program.install(event)
  } catch (error) {
    if (began) await caches.delete(cacheName)
    throw error
  }
}
