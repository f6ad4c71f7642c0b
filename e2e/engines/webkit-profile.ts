import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { patience } from '../patience.ts'
import type { Person } from './engine.ts'
import { startGuarded } from './guarded.ts'
import { connectInspector, type Inspect } from './inspector.ts'
import type { InputSource, Wire } from './wire.ts'
import { WiredPage } from './wired-page.ts'

interface Options {
  readonly browser: string
  readonly port: number
  readonly base: string
  readonly environment: Readonly<Record<string, string>>
}

/** Opens an ordinary MiniBrowser with one page: no automation, and a persistent profile. */
export async function openOnProfile(
  profile: string,
  { browser, port, base, environment }: Options,
): Promise<Person> {
  const own = {
    ...environment,
    XDG_DATA_HOME: join(profile, 'data'),
    XDG_CACHE_HOME: join(profile, 'cache'),
    XDG_CONFIG_HOME: join(profile, 'config'),
    WEBKIT_INSPECTOR_HTTP_SERVER: `127.0.0.1:${port}`,
  }
  const program = startGuarded(browser, ['about:blank'], { environment: own })
  const gone = program.ended.then((output) => {
    throw new Error(`MiniBrowser has ended: ${output}`)
  })
  gone.catch(() => undefined)
  const inspect = await connectInspector(port, gone)
  const wire = wireOf(inspect)
  const [width, height] = (await wire.run('() => [innerWidth, innerHeight]', [])) as [number, number]
  const page = new WiredPage(wire, base, { width, height })
  return {
    newPage: async () => page,
    pages: () => [page],
    close: () => program.end(),
    kill: () => program.end(),
  }
}

/** The browser closes a connection on messages over 128 KiB; messages are JSON within JSON. */
const longest = 30_000

/** Evaluates an expression; sends a long one in pieces. */
async function evaluate(inspect: Inspect, expression: string): Promise<Record<string, unknown>> {
  if (expression.length <= longest) return inspect('Runtime.evaluate', { expression })
  await inspect('Runtime.evaluate', { expression: 'void (globalThis.pieces = "")' })
  for (let from = 0; from < expression.length; from += longest) {
    const piece = JSON.stringify(expression.slice(from, from + longest))
    await inspect('Runtime.evaluate', { expression: `void (globalThis.pieces += ${piece})` })
  }
  return inspect('Runtime.evaluate', { expression: '(0, eval)(globalThis.pieces)' })
}

function wireOf(inspect: Inspect): Wire {
  const run = async (source: string, args: readonly unknown[]) => {
    const expression = `Promise.resolve().then(() => (${source})(...${JSON.stringify(args)})).then(
      (result) => JSON.stringify({ result }),
      (error) => JSON.stringify({ error: String(error) + ' ' + (error?.stack ?? '') }))`
    const { result: promise } = await evaluate(inspect, expression)
    const { objectId: promiseObjectId } = promise as { objectId: string }
    const { result: text } = await inspect('Runtime.awaitPromise', { promiseObjectId, returnByValue: true })
    const { result, error } = JSON.parse(String((text as { value: unknown }).value)) as Answer
    if (error !== undefined) throw new Error(error)
    return result
  }
  /** Waits until another document has loaded. */
  const leave = async (begin: () => Promise<unknown>) => {
    const until = Date.now() + patience
    // A browser that has just started replaces its first, empty document.
    const mark = () => run('() => (globalThis.isLeft = true)', []).catch(() => false)
    while (!(await mark())) {
      if (Date.now() > until) throw new Error('The page has no answer.')
      await pause(50)
    }
    await begin()
    const isThere = () =>
      // Evaluation fails between two documents.
      run('() => !globalThis.isLeft && document.readyState === "complete"', []).catch(() => false)
    while (!(await isThere())) {
      if (Date.now() > until) throw new Error('No other page came.')
      await pause(50)
    }
  }
  return {
    run,
    act: async (sources) => {
      // A press may reload the page, which then does not answer.
      await run(String(actInPage), [sources]).catch((error: Error) => {
        if (!/Missing injected script|no answer/.test(error.message)) throw error
      })
    },
    setFiles: async (source, args, paths) => {
      const files = await Promise.all(
        paths.map(async (path) => ({ name: basename(path), bytes: await readFile(path, 'base64') })),
      )
      await run(
        `function (args, files) {
          const field = (${source})(...args)
          const given = new DataTransfer()
          for (const { name, bytes } of files)
            given.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name))
          field.files = given.files
          field.dispatchEvent(new Event('change', { bubbles: true }))
        }`,
        [args, files],
      )
    },
    go: (url) => leave(() => inspect('Page.navigate', { url })),
    reload: () => leave(() => inspect('Page.reload')),
    traverse: (delta) => leave(() => run(`() => history.go(${delta})`, [])),
    screenshot: async () => {
      const [width, height] = (await run('() => [innerWidth, innerHeight]', [])) as [number, number]
      const rect = { x: 0, y: 0, width, height, coordinateSystem: 'Viewport' }
      const { dataURL } = await inspect('Page.snapshotRect', rect)
      return Buffer.from(String(dataURL).split(',')[1] ?? '', 'base64')
    },
    nextDownload: () => Promise.reject(new Error('The inspector tells nothing of downloads.')),
    close: () => Promise.reject(new Error('The page ends with its browser.')),
  }
}

interface Answer {
  readonly result?: unknown
  readonly error?: string
}

/**
 * Runs in the page: performs WebDriver actions in a browser without WebDriver, by dispatching mouse events
 * and editing the focused field.
 */
function actInPage(sources: readonly InputSource[]): void {
  const world = globalThis as { pointerAt?: { x: number; y: number } }
  const names: Readonly<Record<string, string>> = {
    '\uE003': 'Backspace',
    '\uE004': 'Tab',
    '\uE007': 'Enter',
    '\uE00C': 'Escape',
  }
  for (const { actions } of sources) for (const action of actions) perform(action)

  function perform({ type, x, y, value }: Readonly<Record<string, unknown>>): void {
    if (type === 'pointerMove') world.pointerAt = { x: Number(x), y: Number(y) }
    if (type === 'pointerDown') press()
    if (type === 'pointerUp') release()
    if (type === 'keyDown') key(String(value))
  }

  function at(): Element {
    const { x, y } = world.pointerAt ?? { x: 0, y: 0 }
    return document.elementFromPoint(x, y) ?? document.body
  }

  function send(kind: typeof MouseEvent, names: readonly string[]): void {
    const { x: clientX, y: clientY } = world.pointerAt ?? { x: 0, y: 0 }
    const init = { bubbles: true, cancelable: true, composed: true, clientX, clientY, button: 0 }
    for (const name of names) at().dispatchEvent(new kind(name, init))
  }

  function press(): void {
    send(PointerEvent, ['pointerdown'])
    send(MouseEvent, ['mousedown'])
    const focusable = at().closest<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')
    if (focusable) focusable.focus()
    else (document.activeElement as HTMLElement | null)?.blur()
  }

  function release(): void {
    send(PointerEvent, ['pointerup'])
    send(MouseEvent, ['mouseup'])
    const target = at()
    if (target instanceof HTMLElement) target.click()
    else send(MouseEvent, ['click'])
  }

  function key(value: string): void {
    const name = names[value] ?? value
    const init = { key: name, bubbles: true, cancelable: true }
    const focused = document.activeElement ?? document.body
    const isFree = focused.dispatchEvent(new KeyboardEvent('keydown', init))
    if (isFree && name === 'Backspace') document.execCommand('delete')
    else if (isFree && name.length === 1) document.execCommand('insertText', false, name)
    focused.dispatchEvent(new KeyboardEvent('keyup', init))
  }
}
