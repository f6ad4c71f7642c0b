import { setTimeout as pause } from 'node:timers/promises'
import { patience } from '../patience.ts'
import { catchFileField } from './in-page.ts'
import { down, mouse, pressKey, to, typeText, up } from './input.ts'
import type { ByRole, Download, Exactly, FileChooser, Locator, Page, Role, Texts, Words } from './page.ts'
import { withFiles } from './temporary-files.ts'
import type { Wire } from './wire.ts'
import { WiredLocator } from './wired-locator.ts'

/** A page of a browser that is controlled by the standards alone. */
export class WiredPage implements Page {
  readonly #wire: Wire
  readonly #base: string
  readonly #size: { readonly width: number; readonly height: number }
  #at = { x: 0, y: 0 }

  constructor(wire: Wire, base: string, size: { readonly width: number; readonly height: number }) {
    this.#wire = wire
    this.#base = base
    this.#size = size
  }

  getByRole(role: Role, options?: ByRole): Locator {
    return this.#root.getByRole(role, options)
  }
  getByLabel(words: Words, options?: Exactly): Locator {
    return this.#root.getByLabel(words, options)
  }
  getByText(words: Words, options?: Exactly): Locator {
    return this.#root.getByText(words, options)
  }
  locator(selector: string): Locator {
    return this.#root.locator(selector)
  }

  goto(address: string): Promise<void> {
    return this.#wire.go(new URL(address, this.#base).href)
  }
  reload(): Promise<void> {
    return this.#wire.reload()
  }
  goBack(): Promise<void> {
    return this.#wire.traverse(-1)
  }
  goForward(): Promise<void> {
    return this.#wire.traverse(1)
  }
  url(): Promise<string> {
    return this.evaluate(() => location.href)
  }
  viewportSize() {
    return this.#size
  }
  screenshot(): Promise<Buffer> {
    return this.#wire.screenshot()
  }
  async evaluate<Result>(
    look: (texts: Texts) => Result | Promise<Result>,
    texts: Texts = {},
  ): Promise<Result> {
    return (await this.#wire.run(`function () { return (${look})(${JSON.stringify(texts)}) }`, [])) as Result
  }
  waitForEvent(event: 'filechooser'): Promise<FileChooser>
  waitForEvent(event: 'download'): Promise<Download>
  async waitForEvent(event: 'filechooser' | 'download'): Promise<FileChooser | Download> {
    if (event === 'filechooser') return this.#fileChooser()
    const { name, path } = await this.#wire.nextDownload()
    return { suggestedFilename: () => name, path: async () => path }
  }
  close(): Promise<void> {
    return this.#wire.close()
  }

  readonly keyboard = {
    press: (key: string) => pressKey(this.#wire, key),
    type: (text: string) => typeText(this.#wire, { text, afresh: false }),
  }
  readonly mouse = {
    move: async (x: number, y: number, { steps = 1 }: { steps?: number } = {}) => {
      const from = this.#at
      const moves = Array.from({ length: steps }, (_, step) => {
        const share = (step + 1) / steps
        return to(from.x + (x - from.x) * share, from.y + (y - from.y) * share)
      })
      this.#at = { x, y }
      await this.#wire.act([mouse(moves)])
    },
    down: () => this.#wire.act([mouse([down])]),
    up: () => this.#wire.act([mouse([up])]),
    click: async (x: number, y: number) => {
      this.#at = { x, y }
      await this.#wire.act([mouse([to(x, y), down, up])])
    },
  }

  async #fileChooser(): Promise<FileChooser> {
    await this.evaluate(catchFileField)
    const until = Date.now() + patience
    while (!(await this.evaluate(() => 'chosenFileField' in globalThis))) {
      if (Date.now() > until) throw new Error('Nobody asked for files.')
      await pause(50)
    }
    return {
      setFiles: (files) =>
        withFiles(files, (paths) =>
          this.#wire.setFiles('function () { return globalThis.chosenFileField }', [], paths),
        ),
    }
  }

  get #root(): Locator {
    return new WiredLocator(this.#wire, [])
  }
}
