import type { Page } from './page.ts'

export const engines = ['webkit', 'firefox', 'chromium'] as const
export type EngineName = (typeof engines)[number]

/** One of the browsers, running. */
export interface Engine {
  readonly name: EngineName
  /** Somebody's browser with nothing in it yet; paths are those of `base`. */
  person(base: string, size: Size): Promise<Person>
  close(): Promise<void>
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** A profile: its pages share what the browser keeps. */
export interface Person {
  newPage(): Promise<Page>
  /** The pages that are open, for pictures of a journey that failed. */
  pages(): readonly Page[]
  close(): Promise<void>
}
