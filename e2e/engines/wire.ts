import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { helpers } from './in-page.ts'

/** One page of a browser, with operations that every driver supports. */
export interface Wire {
  /** Calls a function, given as text, in the page; arguments and result are JSON, promises are awaited. */
  run(source: string, args: readonly unknown[]): Promise<unknown>
  /** Performs input as defined by the WebDriver standards. */
  act(sources: readonly InputSource[]): Promise<void>
  /** Sets the files of the field that the function returns. */
  setFiles(source: string, args: readonly unknown[], paths: readonly string[]): Promise<void>
  go(address: string): Promise<void>
  reload(): Promise<void>
  traverse(delta: -1 | 1): Promise<void>
  screenshot(): Promise<Buffer>
  /** Returns the next complete download. */
  nextDownload(): Promise<Downloaded>
  close(): Promise<void>
}

export interface Downloaded {
  readonly name: string
  readonly path: string
}

export interface InputSource {
  readonly type: 'key' | 'pointer'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' | 'touch' }
  readonly actions: readonly Readonly<Record<string, unknown>>[]
}

const library = createRequire(import.meta.url).resolve(
  '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
)
const librarySource = readFile(library, 'utf8')

/** Like `run`, with all functions of `in-page.ts`; injects them into a new page first. */
export async function runWithHelpers(wire: Wire, source: string, args: readonly unknown[]): Promise<unknown> {
  const withHelpers = `function (...args) {
    if (typeof TestingLibraryDom === 'undefined') return { unprepared: true }
    ${helpers.join('\n')}
    return Promise.resolve((${source})(...args)).then((result) => ({ result }))
  }`
  for (;;) {
    const answer = (await wire.run(withHelpers, args)) as { unprepared?: true; result?: unknown }
    if (!answer.unprepared) return answer.result
    await wire.run(`function () { (function () { ${await librarySource} }).call(globalThis) }`, [])
  }
}
