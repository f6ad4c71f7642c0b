/**
 * The browser API of the journeys, named as in Playwright. Playwright's page implements it for Chromium, and
 * `wired-page.ts` for browsers controlled by standards (WebKit, Firefox).
 */
export type Words = string | RegExp

export interface ByRole {
  readonly name?: Words
  readonly exact?: boolean
  readonly level?: number
}

/** By their names. */
export type Texts = Readonly<Record<string, string>>

export interface Exactly {
  readonly exact?: boolean
}

export interface Patience {
  readonly timeout?: number
}

export type State = 'attached' | 'detached' | 'visible' | 'hidden'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Made {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A page or an element to search in. */
export interface Place {
  getByRole(role: Role, options?: ByRole): Locator
  getByLabel(words: Words, options?: Exactly): Locator
  getByText(words: Words, options?: Exactly): Locator
  locator(selector: string): Locator
}

export type Role =
  | 'alert'
  | 'alertdialog'
  | 'article'
  | 'banner'
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'dialog'
  | 'group'
  | 'heading'
  | 'img'
  | 'link'
  | 'list'
  | 'listbox'
  | 'listitem'
  | 'main'
  | 'navigation'
  | 'note'
  | 'option'
  | 'presentation'
  | 'radio'
  | 'region'
  | 'searchbox'
  | 'status'
  | 'textbox'

export interface Locator extends Place {
  first(): Locator
  last(): Locator
  nth(index: number): Locator
  filter(by?: { readonly has?: Locator; readonly hasText?: Words }): Locator
  or(other: Locator): Locator
  click(): Promise<void>
  /** A real touch in Firefox. WebKit's driver turns it into a mouse, and Chromium needs a page with touch. */
  tap(): Promise<void>
  check(): Promise<void>
  uncheck(): Promise<void>
  fill(text: string): Promise<void>
  press(key: string): Promise<void>
  pressSequentially(text: string): Promise<void>
  selectOption(option: string): Promise<unknown>
  setInputFiles(files: Made[]): Promise<void>
  focus(): Promise<void>
  blur(): Promise<void>
  waitFor(options?: { readonly state?: State; readonly timeout?: number }): Promise<void>
  count(): Promise<number>
  textContent(): Promise<string | null>
  allTextContents(): Promise<string[]>
  inputValue(): Promise<string>
  getAttribute(name: string): Promise<string | null>
  isVisible(): Promise<boolean>
  isDisabled(): Promise<boolean>
  isChecked(): Promise<boolean>
  boundingBox(): Promise<Box | null>
  evaluate<Result, Node extends HTMLElement>(look: (node: Node) => Result | Promise<Result>): Promise<Result>
  evaluateAll<Result, Node extends HTMLElement>(look: (nodes: Node[]) => Result): Promise<Result>
  all(): Promise<Locator[]>
}

export interface Download {
  suggestedFilename(): string
  path(): Promise<string>
}

export interface FileChooser {
  setFiles(files: string[] | Made[]): Promise<void>
}

export interface Page extends Place {
  goto(address: string): Promise<unknown>
  reload(): Promise<unknown>
  goBack(): Promise<unknown>
  goForward(): Promise<unknown>
  url(): string | Promise<string>
  viewportSize(): { readonly width: number; readonly height: number } | null
  /** A screenshot of the viewport. */
  screenshot(): Promise<Buffer>
  evaluate<Result>(look: () => Result | Promise<Result>): Promise<Result>
  evaluate(look: (texts: Texts) => void, texts: Texts): Promise<void>
  waitForEvent(event: 'filechooser'): Promise<FileChooser>
  waitForEvent(event: 'download'): Promise<Download>
  close(): Promise<void>
  readonly keyboard: {
    press(key: string): Promise<void>
    type(text: string): Promise<void>
  }
  /** Only with a driver that supports touch. */
  readonly touchscreen?: { tap(x: number, y: number): Promise<void> }
  readonly mouse: {
    move(x: number, y: number, options?: { readonly steps?: number }): Promise<void>
    down(): Promise<void>
    up(): Promise<void>
    click(x: number, y: number): Promise<void>
  }
}
