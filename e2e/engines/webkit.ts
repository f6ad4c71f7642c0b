import { mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#server/testing/real-server.ts'
import { findWebKit } from '../../scripts/programs.ts'
import { patience } from '../patience.ts'
import { isSoak } from '../sizes.ts'
import type { Engine, Person, Size } from './engine.ts'
import { type Guarded, startGuarded } from './guarded.ts'
import type { Page } from './page.ts'
import { openOnProfile } from './webkit-profile.ts'
import type { Downloaded, InputSource, Wire } from './wire.ts'
import { WiredPage } from './wired-page.ts'

/** The key of an element reference in the WebDriver standard. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

const screenSize = { width: 2000, height: 1200 }

/**
 * Opens WebKitGTK by WebDriver on a virtual screen. A driver controls one browser, so each person gets both.
 * WebDriver has no ordinary profiles: a browser with a profile is controlled by its inspector.
 */
export async function openWebKit(): Promise<Engine> {
  const { driver, browser } = findWebKit() ?? {}
  if (!driver || !browser)
    throw new Error('There is no WebKit, or it plays no videos: npm test installs both.')
  const screen = startGuarded('Xvfb', [
    '-displayfd',
    '1',
    '-screen',
    '0',
    `${screenSize.width}x${screenSize.height}x24`,
    '-nolisten',
    'tcp',
  ])
  const [display] = await screen.line(/^\d+$/)
  // No optimizing compilers.
  const shortPages = isSoak ? {} : { JSC_useDFGJIT: 'false', JSC_useFTLJIT: 'false' }
  const environment = { DISPLAY: `:${display}`, GDK_BACKEND: 'x11', ...shortPages }
  const persons = new Set<Person>()
  return {
    name: 'webkit',
    person: async (base, size, profile) => {
      const port = await freePort()
      if (profile !== undefined) {
        const own = await openOnProfile(profile, { browser, port, base, environment })
        persons.add(own)
        return own
      }
      const folder = await mkdtemp(join(tmpdir(), 'fieldbook-webkit-'))
      // The desktop setting for the downloads folder.
      await writeFile(join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${folder}/kept"\n`)
      await mkdir(join(folder, 'kept'))
      const own = { ...environment, XDG_CONFIG_HOME: folder }
      const program = startGuarded(driver, [`--port=${port}`], { folder, environment: own })
      const session = await openSession(`http://127.0.0.1:${port}`, browser, program)
      const person = asPerson(session, program, { base, size, downloads: join(folder, 'kept') })
      persons.add(person)
      return person
    },
    close: async () => {
      await Promise.all([...persons].map((person) => person.close()))
      await screen.end()
    },
  }
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>

async function openSession(driver: string, binary: string, program: Guarded): Promise<Call> {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${driver}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(2 * patience),
    })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (!answer.ok)
      throw new Error(`${path.split('/').slice(3).join('/')}: ${value?.error} ${value?.message ?? ''}`)
    return value
  }
  const isUp = () =>
    fetch(`${driver}/status`).then(
      () => true,
      () => false,
    )
  const gone = program.line(/(?!)/)
  while (!(await isUp())) await Promise.race([pause(50), gone])
  gone.catch(() => undefined)
  const options = { binary, args: ['--automation'] }
  const timeouts = { script: patience, pageLoad: patience }
  const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options, timeouts }
  const made = await call('POST', '/session', { capabilities: { alwaysMatch } })
  const { sessionId } = made as unknown as { sessionId: string }
  return (method, path, body) => call(method, `/session/${sessionId}${path}`, body)
}

interface Options {
  readonly base: string
  readonly size: Size
  /** The folder for downloads. */
  readonly downloads: string
}

function asPerson(call: Call, program: Guarded, { base, size, downloads }: Options): Person {
  const inWindow = windows(call)
  const pages = new Set<Page>()
  let isFirst = true
  let isOpen = true
  return {
    newPage: async () => {
      const made = isFirst
        ? await call('GET', '/window')
        : await call('POST', '/window/new', { type: 'window' })
      isFirst = false
      const handle = typeof made === 'string' ? made : (made as { handle: string }).handle
      const within = inWindow(handle)
      const wire = wireOf(within, downloads)
      const page = new WiredPage(wire, base, await resized(wire, within, size))
      pages.add(page)
      return page
    },
    pages: () => [...pages],
    close: async () => {
      if (!isOpen) return
      isOpen = false
      await call('DELETE', '').catch(() => undefined)
      await program.end()
    },
  }
}

/** A driver handles one window at a time: calls for other windows wait. */
function windows(call: Call): (handle: string) => Call {
  let current = ''
  let last: Promise<unknown> = Promise.resolve()
  return (handle) => (method, path, body) => {
    const turn = last.then(async () => {
      if (current !== handle) await call('POST', '/window', { handle })
      current = handle
      return call(method, path, body)
    })
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Sets the viewport's size, excluding the window's frame; a window has a minimum width. */
async function resized(wire: Wire, call: Call, { width, height }: Size): Promise<Size> {
  const inner = async () => (await wire.run('() => [innerWidth, innerHeight]', [])) as [number, number]
  const centre = {
    x: Math.round((screenSize.width - width) / 2),
    y: Math.round((screenSize.height - height) / 2),
  }
  await call('POST', '/window/rect', { ...centre, width, height })
  const [, seen] = await inner()
  await call('POST', '/window/rect', { width, height: height + (height - seen) })
  const [wide, high] = await inner()
  return { width: wide, height: high }
}

function wireOf(call: Call, downloads: string): Wire {
  const run = async (source: string, args: readonly unknown[]) => {
    const script = `const done = arguments[1]
      Promise.resolve().then(() => (${source})(...JSON.parse(arguments[0]))).then(
        (result) => done(JSON.stringify({ result })),
        (error) => done(JSON.stringify({ error: String(error) + ' ' + (error?.stack ?? '') })))`
    const text = await call('POST', '/execute/async', { script, args: [JSON.stringify(args)] })
    const { result, error } = JSON.parse(String(text)) as { result?: unknown; error?: string }
    if (error !== undefined) throw new Error(error)
    return result
  }
  return {
    run,
    act: async (actions: readonly InputSource[]) => void (await call('POST', '/actions', { actions })),
    setFiles: async (source, args, paths) => {
      const script = `return (${source})(...arguments)`
      const found = (await call('POST', '/execute/sync', { script, args })) as Record<string, string>
      await call('POST', `/element/${found[elementKey]}/value`, { text: paths.join('\n') })
    },
    go: async (url) => void (await call('POST', '/url', { url })),
    reload: async () => void (await call('POST', '/refresh', {})),
    traverse: async (delta) => void (await call('POST', delta < 0 ? '/back' : '/forward', {})),
    screenshot: async () => Buffer.from(String(await call('GET', '/screenshot')), 'base64'),
    nextDownload: () => nextFile(downloads),
    close: async () => void (await call('DELETE', '/window')),
  }
}

/** Returns the next complete file in the folder; incomplete ones have another name. */
async function nextFile(folder: string): Promise<Downloaded> {
  const before = new Set(await readdir(folder))
  const until = Date.now() + patience
  for (;;) {
    const names = await readdir(folder)
    // An empty file reserves the name at once; the data is in a second file until complete.
    const isWhole = (one: string) => !one.endsWith('.wkdownload') && !names.includes(`${one}.wkdownload`)
    const name = names.find((one) => !before.has(one) && isWhole(one))
    const path = join(folder, name ?? '')
    if (name !== undefined && (await stat(path)).size > 0) return { name, path }
    if (Date.now() > until) throw new Error('Nothing was downloaded.')
    await pause(50)
  }
}
