// In the page itself, before anything is painted: the theme and the size of the text that were chosen in the settings,
// the shape of the screen that is to come, the files that it needs, and words for when they do not come. `shapes`, `files`
// and `words` come from the build (`web/first-paint.ts`).
{
  // V8 would compile a whole file once more for each error that is made while the file runs, and React makes some that
  // only serve as marks; `main.tsx` switches their stacks on again.
  Error.stackTraceLimit = 0
  // Where cookies and site data are blocked, even the question for what is stored throws. Who only reads (a report,
  // the terms) is served all the same: what is noted meanwhile goes with the page. Who would write is told
  // (`web/app/storage-blocked-screen.tsx`).
  for (const name of ['localStorage', 'sessionStorage']) {
    try {
      if (self[name] !== null) continue
    } catch {}
    globalThis.storesNothing = true
    const noted = new Map()
    const storage = {
      getItem: (key) => noted.get(key) ?? null,
      setItem: (key, value) => void noted.set(key, String(value)),
      removeItem: (key) => void noted.delete(key),
    }
    Object.defineProperty(self, name, { value: storage, configurable: true })
  }
  if (globalThis.storesNothing) {
    // Firefox has it then, and throws where it is used; libraries ask only whether it is there.
    try {
      new BroadcastChannel('').close()
    } catch {
      self.BroadcastChannel = undefined
    }
  }
  const page = document.documentElement
  /** @param {string} name */
  const kept = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const theme = kept('mantine-color-scheme-value')
  if (theme === 'light' || theme === 'dark') page.dataset.mantineColorScheme = theme
  const size = kept('text-size')
  if (size === '112' || size === '125' || size === '150') {
    page.style.fontSize = `${size}%`
    page.dataset.textSize = size
  }

  globalThis.laterFiles = files.later
  const account = kept('auth-token') === null ? null : kept('user-id')
  const whole = location.pathname.replace(/^\/+|\/+$/g, '').toLowerCase()
  const path = whole.split('/')[0] ?? ''
  const [shape = '', load = '', needsSession = false] = shapes[whole] ?? shapes[path] ?? []
  const isLogin = path === '' || (needsSession && account === null)
  // Who is logged in is led on from the login.
  const led = path === '' && account !== null
  const shown = led ? 'list' : isLogin ? 'entry' : shape
  if (shown !== '') page.dataset.skeleton = shown
  // As high as what stood above the list last time, in a window as wide as this one (`list-head.tsx`).
  const [width, height] = (kept(`last-time:${account}:list-head`) ?? '').split(':')
  if (shown === 'list' && Number(width) === innerWidth) page.style.setProperty('--list-head', `${height}px`)
  if (kept('side-menu') === 'closed') page.dataset.menuClosed = ''
  const sendsMail = (kept('abilities') ?? 'email').split(' ').includes('email')
  if (account !== null && sendsMail && kept(`unproven-email:${account}`)) {
    try {
      if (sessionStorage.getItem('email-banner-hidden') === null) page.dataset.unproven = ''
    } catch {}
  }

  const language = (kept('language') ?? navigator.language).slice(0, 2)
  const parts = [led ? 'list' : isLogin ? 'login' : load]
  if (led || path !== '') parts.push('others')
  if (language === 'es') parts.push('es')
  else if (parts[0] !== 'login' && parts[0] !== '') parts.push('en')
  const preload = () => {
    for (const file of new Set(parts.flatMap((part) => files[part] ?? []))) {
      const link = document.createElement('link')
      if (file.endsWith('.css')) {
        link.rel = 'preload'
        link.as = 'style'
      } else link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = `/assets/${file}`
      document.head.append(link)
    }
  }

  // Whoever waits longer than this is told; the files go on coming.
  const patience = 15_000
  /** @param {'notLoaded' | 'notStarted' | 'slowStart'} what */
  const say = (what) => {
    if (document.getElementById('root')?.hasChildNodes()) return
    document.getElementById('unstarted')?.remove()
    const spoken = language === 'es' ? 'es' : 'en'
    const { [what]: text, reload } = words[spoken]
    const box = document.createElement('div')
    box.id = 'unstarted'
    box.lang = spoken
    box.setAttribute('role', 'alert')
    const sentence = document.createElement('p')
    sentence.textContent = text
    const button = document.createElement('button')
    button.textContent = reload
    button.onclick = async () => {
      // WebKit keeps a module that failed, for the next page too, until somebody fetches it.
      const signal = AbortSignal.timeout(5_000)
      const links = [...document.querySelectorAll('link[rel="modulepreload"]')]
      await Promise.all(links.map(({ href }) => fetch(href, { cache: 'reload', signal }).catch(() => null)))
      location.reload()
    }
    box.append(sentence, button)
    document.body.append(box)
  }
  const late = setTimeout(() => say('slowStart'), patience)
  /** @param {'notLoaded' | 'notStarted'} what */
  const fail = (what) => {
    clearTimeout(late)
    say(what)
  }
  // The page's own scripts and styles, and whatever they import, did not come, or are of a language that this browser
  // cannot read. Extensions have scripts, too.
  const own = `${location.origin}/assets/`
  addEventListener(
    'error',
    ({ target, filename }) => {
      const isStyles = target instanceof HTMLLinkElement && target.rel === 'stylesheet'
      const file = isStyles ? target.href : target instanceof HTMLScriptElement ? target.src : ''
      if (file.startsWith(own)) fail('notLoaded')
      else if (filename?.startsWith(own)) fail('notStarted')
    },
    true,
  )
  // What is imported before the app is drawn; most of it can be done without.
  addEventListener('unhandledrejection', () => setTimeout(() => fail('notLoaded'), 1_000))

  // After the frame that paints the skeleton: to ask for a dozen files takes as long as that.
  requestAnimationFrame(() => setTimeout(preload))
}
