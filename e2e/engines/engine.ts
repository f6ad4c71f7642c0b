import type { Page } from './page.ts'

export const engines = ['webkit', 'firefox', 'chromium'] as const
export type EngineName = (typeof engines)[number]

/** One of the browsers, running. */
export interface Engine {
  readonly name: EngineName
  /**
   * A user's browser; paths are those of `base`. `profile`: the folder of an ordinary profile, which the next browser on
   * it continues. Without one the browser starts empty and forgets everything at its end.
   */
  person(base: string, size: Size, profile?: string): Promise<Person>
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
  /** On a profile: SIGKILL of the browser and all its processes. */
  kill?(): Promise<void>
}
