import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { findFirefox } from '../../scripts/programs.ts'
import { isSoak } from '../sizes.ts'
import type { Engine, Person, Size } from './engine.ts'
import { startGuarded } from './guarded.ts'
import type { Page } from './page.ts'
import type { InputSource, Wire } from './wire.ts'
import { WiredPage } from './wired-page.ts'

/** Loads only the journey's pages: no first-run pages, telemetry or updates. */
const preferences = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // No preloaded process, and no optimizing compiler.
  ...(!isSoak && { 'dom.ipc.processPrelaunch.enabled': false, 'javascript.options.ion': false }),
}

/** Opens headless Firefox by WebDriver BiDi; persons without a profile get a container each. */
export async function openFirefox(): Promise<Engine> {
  const shared = await startFirefox(await mkdtemp(join(tmpdir(), 'fieldbook-firefox-')), { isLasting: false })
  return {
    name: 'firefox',
    person: (base, size, profile) =>
      profile === undefined ? openPerson(shared.bidi, base, size) : openOnProfile(profile, base, size),
    close: shared.end,
  }
}

interface Firefox {
  readonly bidi: Bidi
  /** Quits normally, so that pending profile writes complete. */
  quit(): Promise<void>
  end(): Promise<void>
}

async function startFirefox(
  folder: string,
  { isLasting }: { readonly isLasting: boolean },
): Promise<Firefox> {
  const binary = findFirefox()
  if (!binary) throw new Error('There is no Firefox: install firefox-esr.')
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(folder, 'user.js'), lines.join('\n'))
  const options = [
    '--headless',
    '--no-remote',
    '--remote-debugging-port=0',
    '--profile',
    folder,
    'about:blank',
  ]
  const program = startGuarded(binary, options, isLasting ? {} : { folder })
  const [, address = ''] = await program.line(/WebDriver BiDi listening on (ws:\S+)/)
  const bidi = await connectBidi(`${address}/session`)
  await bidi.send('session.new', { capabilities: {} })
  await bidi.send('session.subscribe', { events: ['browsingContext.downloadEnd'] })
  const downloadBehavior = { type: 'allowed', destinationFolder: folder }
  await bidi.send('browser.setDownloadBehavior', { downloadBehavior })
  const end = async () => {
    bidi.close()
    await program.end()
  }
  return {
    bidi,
    quit: async () => {
      await bidi.send('browser.close', {})
      await program.ended
      await end()
    },
    end,
  }
}

async function openOnProfile(profile: string, base: string, size: Size): Promise<Person> {
  const { bidi, quit, end } = await startFirefox(profile, { isLasting: true })
  const person = await openPerson(bidi, base, size, 'default')
  let closed: Promise<void> | undefined
  return {
    ...person,
    close: () => {
      closed ??= quit()
      return closed
    },
    kill: () => {
      closed ??= end()
      return closed
    },
  }
}

async function openPerson(bidi: Bidi, base: string, size: Size, container?: string): Promise<Person> {
  const userContext = container ?? (await bidi.send('browser.createUserContext', {})).userContext
  const pages = new Set<Page>()
  return {
    newPage: async () => {
      const { context } = await bidi.send('browsingContext.create', { type: 'window', userContext })
      await bidi.send('browsingContext.setViewport', { context, viewport: size })
      const page = new WiredPage(wireOf(bidi, String(context)), base, size)
      pages.add(page)
      return page
    },
    pages: () => [...pages],
    close: async () => void (await bidi.send('browser.removeUserContext', { userContext })),
  }
}

function wireOf(bidi: Bidi, context: string): Wire {
  const call = async (functionDeclaration: string, args: readonly unknown[]) => {
    const { result, exceptionDetails } = await bidi.send('script.callFunction', {
      functionDeclaration,
      target: { context },
      awaitPromise: true,
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
    })
    if (exceptionDetails) throw new Error((exceptionDetails as { text: string }).text)
    return result as { value?: unknown; sharedId?: string }
  }
  return {
    run: async (source, args) => {
      const { value } = await call(
        `async (given) => JSON.stringify({ result: await (${source})(...JSON.parse(given)) })`,
        args,
      )
      return (JSON.parse(String(value)) as { result?: unknown }).result
    },
    act: async (actions: readonly InputSource[]) => {
      await bidi.send('input.performActions', { context, actions })
    },
    setFiles: async (source, args, files) => {
      const { sharedId } = await call(`(given) => (${source})(...JSON.parse(given))`, args)
      await bidi.send('input.setFiles', { context, element: { sharedId }, files })
    },
    go: async (url) => void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await bidi.send('browsingContext.reload', { context, wait: 'complete' })),
    traverse: async (delta) => void (await bidi.send('browsingContext.traverseHistory', { context, delta })),
    screenshot: async () => {
      const { data } = await bidi.send('browsingContext.captureScreenshot', { context })
      return Buffer.from(String(data), 'base64')
    },
    nextDownload: async () => {
      const { filepath } = await bidi.next(
        'browsingContext.downloadEnd',
        (result) => result.context === context,
      )
      return { name: basename(String(filepath)), path: String(filepath) }
    },
    close: async () => void (await bidi.send('browsingContext.close', { context })),
  }
}

type Answer = Readonly<Record<string, unknown>>

/** A WebDriver BiDi connection that controls a browser. */
interface Bidi {
  send(method: string, params: Readonly<Record<string, unknown>>): Promise<Answer>
  /** Returns the next matching event of this name. */
  next(event: string, fits: (params: Answer) => boolean): Promise<Answer>
  close(): void
}

interface Waiting {
  readonly method: string
  resolve(answer: Answer): void
  reject(error: Error): void
}

async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, Waiting>()
  const listening = new Set<(event: string, params: Answer) => void>()
  let count = 0
  await new Promise<void>((opened, failed) => {
    socket.onopen = () => opened()
    socket.onerror = () => failed(new Error(`No connection to ${address}`))
  })
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message, method, params } = JSON.parse(String(data))
    if (type === 'event') {
      for (const listen of listening) listen(method, params)
      return
    }
    const asked = waiting.get(id)
    waiting.delete(id)
    if (type === 'success') asked?.resolve(result)
    else asked?.reject(new Error(`${asked.method}: ${error} ${message}`))
  }
  socket.onclose = () => {
    for (const { method, reject } of waiting.values()) reject(new Error(`${method}: the browser is gone`))
    waiting.clear()
  }
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        // A closed socket drops commands silently, so the promise would never settle.
        if (socket.readyState !== WebSocket.OPEN) throw new Error(`${method}: the browser is gone`)
        const id = ++count
        waiting.set(id, { method, resolve, reject })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    next: (event, fits) =>
      new Promise((found) => {
        const listen = (method: string, params: Answer) => {
          if (method !== event || !fits(params)) return
          listening.delete(listen)
          found(params)
        }
        listening.add(listen)
      }),
    close: () => socket.close(),
  }
}
