/**
 * Returns a service worker that handles other versions' files like the first releases, which devices have
 * until their first update. Generated from the current worker's list of files.
 */
export function asFirstWorker(present: string): string {
  const [files] = /\[\{"revision".*?\}\]/s.exec(present) ?? []
  if (!files) throw new Error('The service worker holds no list of files.')
  return `
    const paths = ${files}.map(({ url }) => '/' + url)
    const own = 'program-' + paths.find((path) => path.includes('/index-'))
    self.addEventListener('install', (event) => event.waitUntil(install()))
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
    self.addEventListener('message', (event) => {
      if (event.data === 'take-over') event.waitUntil(self.skipWaiting())
      if (event.data === 'tidy') event.waitUntil(dropAllOthers())
    })
    self.addEventListener('fetch', (event) => {
      const { pathname } = new URL(event.request.url)
      if (pathname.startsWith('/api/')) return
      event.respondWith(answer(event.request.mode === 'navigate' ? '/index.html' : event.request))
    })
    async function answer(asked) {
      return (await caches.match(asked, { ignoreVary: true })) ?? fetch(asked)
    }
    async function install() {
      for (const path of paths) await (await caches.open(own)).put(path, await fetch(path))
    }
    async function dropAllOthers() {
      const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
      const programs = await Promise.all(pages.map(programOf))
      for (const name of await caches.keys()) {
        if (!name.startsWith('program-') || name === own) continue
        const cache = await caches.open(name)
        const used = await Promise.all(programs.map((path) => cache.match(path)))
        if (used.every((found) => found === undefined)) await caches.delete(name)
      }
    }
    function programOf(page) {
      return new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => resolve(data)
        page.postMessage('which-program', [port2])
      })
    }
  `
}
