import { setTimeout as pause } from 'node:timers/promises'
import { patience } from '../patience.ts'
import { finger, mouse, pressKey, pressSpot, type Typing, typeText } from './input.ts'
import type { Box, ByRole, Exactly, Locator, Made, Role, State, Words } from './page.ts'
import { asWords, byRole, bySelector, matching, type Query, type Step } from './query.ts'
import { withFiles } from './temporary-files.ts'
import { runWithHelpers, type Wire } from './wire.ts'

/** Runs in the page on all elements found. */
type OfAll<Result> = (nodes: Element[], argument: never) => Result | Promise<Result>

declare function isSeen(node: Element): boolean
declare function whereToPress(node: Element, attempt: number): Promise<{ x: number; y: number } | string>
declare function readyToType(node: Element, text: string | null): Promise<string>
declare function choose(node: Element, wanted: string): string

/** Finds its element again for each action; more than one match is an error in the journey. */
export class WiredLocator implements Locator {
  readonly #wire: Wire
  readonly query: Query

  constructor(wire: Wire, query: Query) {
    this.#wire = wire
    this.query = query
  }

  getByRole(role: Role, options?: ByRole): Locator {
    return this.#then(byRole(role, options))
  }
  getByLabel(words: Words, options?: Exactly): Locator {
    return this.#then({ by: 'label', match: matching(words, options) })
  }
  getByText(words: Words, options?: Exactly): Locator {
    return this.#then({ by: 'text', match: matching(words, options) })
  }
  locator(selector: string): Locator {
    return this.#then(bySelector(selector))
  }
  first(): Locator {
    return this.nth(0)
  }
  last(): Locator {
    return this.nth(-1)
  }
  nth(at: number): Locator {
    return this.#then({ by: 'nth', at })
  }
  filter({ has, hasText }: { has?: Locator; hasText?: Words } = {}): Locator {
    const steps: Step[] = []
    if (has) steps.push({ by: 'has', query: queryOf(has) })
    if (hasText !== undefined) steps.push({ by: 'hasText', match: matching(hasText) })
    return new WiredLocator(this.#wire, [...this.query, ...steps])
  }
  or(other: Locator): Locator {
    return this.#then({ by: 'or', query: queryOf(other) })
  }

  click(): Promise<void> {
    return this.#press(mouse)
  }
  tap(): Promise<void> {
    return this.#press(finger)
  }
  async check(): Promise<void> {
    if (!(await this.isChecked())) await this.click()
    await this.#until((node) => node.matches(':checked, [aria-checked="true"]'), Boolean)
  }
  async uncheck(): Promise<void> {
    if (await this.isChecked()) await this.click()
    await this.#until((node) => !node.matches(':checked, [aria-checked="true"]'), Boolean)
  }
  async fill(text: string): Promise<void> {
    const result = await this.#until(readiness, isReady, text)
    if (result === 'type') await this.#type({ text, afresh: true })
  }
  async pressSequentially(text: string): Promise<void> {
    await this.#until(readiness, isReady, null)
    await this.#type({ text, afresh: false })
  }
  async press(key: string): Promise<void> {
    await this.#until(readiness, isReady, null)
    await pressKey(this.#wire, key)
  }
  async selectOption(option: string): Promise<void> {
    const set = (node: Element, _attempt: number, wanted: string) => choose(node, wanted)
    await this.#until(set, (result) => result === 'done', option)
  }
  async setInputFiles(files: Made[]): Promise<void> {
    await this.waitFor({ state: 'attached' })
    await withFiles(files, (paths) =>
      this.#wire.setFiles('function (query) { return find(query)[0] }', [this.query], paths),
    )
  }
  async focus(): Promise<void> {
    await this.#one((node) => (node as HTMLElement).focus())
  }
  async blur(): Promise<void> {
    await this.#one((node) => (node as HTMLElement).blur())
  }
  async waitFor({ state = 'visible', timeout = patience }: { state?: State; timeout?: number } = {}) {
    const look = (nodes: Element[]) => ({ count: nodes.length, seen: nodes.filter(isSeen).length })
    await this.#poll(look, timeout, state, ({ count, seen }) => {
      if (count > 1 && state !== 'detached') throw this.#ambiguous(count)
      if (state === 'visible') return seen > 0
      if (state === 'hidden') return seen === 0
      return state === 'attached' ? count > 0 : count === 0
    })
  }
  async count(): Promise<number> {
    return this.#all((nodes) => nodes.length)
  }
  textContent(): Promise<string | null> {
    return this.#one((node) => node.textContent)
  }
  allTextContents(): Promise<string[]> {
    return this.#all((nodes) => nodes.map((node) => node.textContent ?? ''))
  }
  inputValue(): Promise<string> {
    return this.#one((node) => (node as HTMLInputElement).value)
  }
  getAttribute(name: string): Promise<string | null> {
    return this.#one((node, _attempt, asked: string) => node.getAttribute(asked), name)
  }
  async isVisible(): Promise<boolean> {
    return this.#all((nodes) => nodes.some(isSeen))
  }
  isDisabled(): Promise<boolean> {
    return this.#one((node) => node.matches(':disabled, [aria-disabled="true"]'))
  }
  isChecked(): Promise<boolean> {
    return this.#one((node) => node.matches(':checked, [aria-checked="true"]'))
  }
  boundingBox(): Promise<Box | null> {
    return this.#one((node) => {
      const { x, y, width, height } = node.getBoundingClientRect()
      return width > 0 || height > 0 ? { x, y, width, height } : null
    })
  }
  evaluate<Result, Node extends HTMLElement>(
    look: (node: Node) => Result | Promise<Result>,
  ): Promise<Result> {
    return this.#one(look as (node: Element) => Promise<Result>)
  }
  evaluateAll<Result, Node extends HTMLElement>(look: (nodes: Node[]) => Result): Promise<Result> {
    return this.#all(look as (nodes: Element[]) => Result)
  }
  async all(): Promise<Locator[]> {
    return Array.from({ length: await this.count() }, (_, at) => this.nth(at))
  }

  #then(step: Step): Locator {
    return new WiredLocator(this.#wire, [...this.query, step])
  }

  async #all<Result>(look: OfAll<Result>, argument: unknown = null): Promise<Result> {
    const source = `(query, argument) => (${look})(find(query), argument)`
    return (await runWithHelpers(this.#wire, source, [this.query, argument])) as Result
  }

  /** Waits for a single match. */
  async #one<Result, Given>(
    look: (node: Element, attempt: number, given: Given) => Result | Promise<Result>,
    given?: Given,
  ): Promise<Result> {
    return this.#until(look, () => true, given)
  }

  /** Waits for a single match whose result is good. */
  async #until<Result, Given>(
    look: (node: Element, attempt: number, given: Given) => Result | Promise<Result>,
    isGood: (result: Result) => boolean,
    given?: Given,
  ): Promise<Result> {
    const source = `(query, attempt, given) => {
      const nodes = find(query)
      if (nodes.length !== 1) return { count: nodes.length }
      return Promise.resolve((${look})(nodes[0], attempt, given)).then((result) => ({ count: 1, result }))
    }`
    const until = Date.now() + patience
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#ask<{ count: number; result?: Result }>(source, [
        this.query,
        attempt,
        given ?? null,
      ])
      if (answer && answer.count > 1) throw this.#ambiguous(answer.count)
      // JSON omits undefined.
      if (answer?.count === 1 && isGood(answer.result as Result)) return answer.result as Result
      if (Date.now() > until) throw new Error(`In vain: ${asWords(this.query)}: ${JSON.stringify(answer)}`)
      await pause(50)
    }
  }

  async #poll<Result>(
    look: OfAll<Result>,
    timeout: number,
    what: string,
    isGood: (result: Result) => boolean,
  ) {
    const source = `(query) => (${look})(find(query))`
    const until = Date.now() + timeout
    for (;;) {
      const result = await this.#ask<Result>(source, [this.query])
      if (result !== null && isGood(result)) return
      if (Date.now() > until)
        throw new Error(`Not ${what}: ${asWords(this.query)}: ${JSON.stringify(result)}`)
      await pause(50)
    }
  }

  /** Returns null while the page is changing; the next attempt may succeed. */
  async #ask<Result>(source: string, args: readonly unknown[]): Promise<Result | null> {
    return runWithHelpers(this.#wire, source, args).then(
      (result) => result as Result,
      (error: unknown) => {
        if (String(error).includes('no such window')) throw error
        return null
      },
    )
  }

  async #press(by: typeof mouse): Promise<void> {
    const place = async (node: Element, attempt: number) => whereToPress(node, attempt)
    do await pressSpot(this.#wire, await this.#until(place, (result) => typeof result !== 'string'), by)
    while (await this.#ask<boolean>('() => hasMissed()', []))
  }
  async #type(typing: Typing): Promise<void> {
    await typeText(this.#wire, typing)
  }

  #ambiguous(count: number): Error {
    return new Error(`${count} in place of one: ${asWords(this.query)}`)
  }
}

const readiness = (node: Element, _attempt: number, text: string | null) => readyToType(node, text)
const isReady = (result: string) => result === 'type' || result === 'done'

function queryOf(locator: Locator): Query {
  if (!(locator instanceof WiredLocator)) throw new Error('A locator of another engine')
  return locator.query
}
