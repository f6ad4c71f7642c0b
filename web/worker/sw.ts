import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { PrecacheRoute } from 'workbox-precaching/PrecacheRoute.js'
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js'
import { Route } from 'workbox-routing/Route.js'
import { Router } from 'workbox-routing/Router.js'
import type { ToWorker } from '#web/lib/start/worker-messages.ts'
import { bring } from './bring.ts'
import { dropEarlier, type File, nameOfVersion, wasDropped } from './versions.ts'

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly File[]
}

const files = self.__WB_MANIFEST
/** Each version keeps all of its files by itself: one that could not be fetched whole spoils no other. */
const program = new PrecacheController({ cacheName: nameOfVersion(files) })
program.addToCacheList([...files])
const { cacheName } = program.strategy
/** Held while files are brought or dropped, by the worker of whichever version, so that the one never undoes the other. */
const filesLock = 'program-files'

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
// Where this version's own page is missing and there is no network: better an earlier version than a closed door.
router.setCatchHandler(async ({ request }) => {
  const page = request.mode === 'navigate' && (await caches.match('/index.html', { ignoreSearch: true }))
  return page || Response.error()
})

self.addEventListener('install', (event) => event.waitUntil(install()))

// The page that was open when the program came onto the device opens its other screens without network, too.
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

/** All or nothing: what was fetched of a version that did not come whole takes no room from anything else. */
async function install(): Promise<void> {
  await navigator.locks.request(filesLock, async () => {
    const began = !(await caches.has(cacheName))
    try {
      await bring(cacheName, program.getURLsToCacheKeys())
    } catch (error) {
      if (began) await caches.delete(cacheName)
      throw error
    }
  })
}

/**
 * Drops what no version and no page needs any more: not while another version comes or waits, since that one is the
 * next to open the app, and only when this one is whole. Files that the device has lost are brought again.
 */
async function tidy(): Promise<void> {
  await navigator.locks.request(filesLock, { ifAvailable: true }, async (lock) => {
    const { installing, waiting } = self.registration
    if (!lock || installing || waiting || wasDropped(cacheName, await caches.keys())) return
    const whole = await bring(cacheName, program.getURLsToCacheKeys()).then(
      () => true,
      () => false,
    )
    if (whole) await dropEarlier(cacheName, self.clients)
  })
}
