import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { PrecacheRoute } from 'workbox-precaching/PrecacheRoute.js'
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js'
import { Route } from 'workbox-routing/Route.js'
import { Router } from 'workbox-routing/Router.js'
import type { ToWorker } from '#web/lib/start/worker-messages.ts'
import { cacheVersion } from './cache-version.ts'
import { deleteEarlier, type File, nameOfVersion, wasDeleted } from './versions.ts'

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly File[]
}

const files = self.__WB_MANIFEST
/** Each version caches all of its files separately, so an incomplete one does not damage others. */
const program = new PrecacheController({ cacheName: nameOfVersion(files) })
program.addToCacheList([...files])
const { cacheName } = program.strategy
/**
 * Held by the worker of any version while it adds or removes files, so that versions do not undo each other.
 */
const filesLock = 'program-files'

const router = new Router()
router.registerRoute(new PrecacheRoute(program, { cleanURLs: false, directoryIndex: '' }))
// Screens have addresses without a dot and share one page. Data, media and API pages come from the server.
router.registerRoute(
  new NavigationRoute(program.createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api(\/|$)/, /^[^?]*\.[a-z0-9]+(\?|$)/i],
  }),
)
// Pages of earlier versions continue with their own files.
router.registerRoute(
  new Route(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
  ),
)
// If this version's page is missing and there is no network, an earlier version is better than nothing.
router.setCatchHandler(async ({ request }) => {
  const page = request.mode === 'navigate' && (await caches.match('/index.html', { ignoreSearch: true }))
  return page || Response.error()
})

self.addEventListener('install', (event) => event.waitUntil(install()))

// The page that installed the app can open its other screens offline too.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const answer = router.handleRequest({ request: event.request, event })
  if (answer) event.respondWith(answer)
})

self.addEventListener('message', (event) => {
  const said = event.data as ToWorker
  if (said === 'take-over') event.waitUntil(self.skipWaiting())
  if (said === 'tidy') event.waitUntil(tidy())
})

/** Installs all files or none: an incomplete version's files are deleted, to free their space. */
async function install(): Promise<void> {
  await navigator.locks.request(filesLock, async () => {
    const began = !(await caches.has(cacheName))
    try {
      await cacheVersion(cacheName, program.getURLsToCacheKeys())
    } catch (error) {
      if (began) await caches.delete(cacheName)
      throw error
    }
  })
}

/**
 * Deletes files that no version or page needs. Waits while another version is being installed, since that one
 * opens next, and until this one is complete. Missing files of this version are loaded again.
 */
async function tidy(): Promise<void> {
  await navigator.locks.request(filesLock, { ifAvailable: true }, async (lock) => {
    const { installing, waiting } = self.registration
    if (!lock || installing || waiting || wasDeleted(cacheName, await caches.keys())) return
    const whole = await cacheVersion(cacheName, program.getURLsToCacheKeys()).then(
      () => true,
      () => false,
    )
    if (whole) await deleteEarlier(cacheName, self.clients)
  })
}
