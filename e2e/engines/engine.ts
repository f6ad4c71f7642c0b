import type { Page } from './page.ts'

export const engines = ['webkit', 'firefox', 'chromium'] as const
export type EngineName = (typeof engines)[number]

/** A running browser. */
export interface Engine {
  readonly name: EngineName
  /**
   * Opens a user's browser; paths are relative to `base`. `profile`: folder of an ordinary profile that
   * persists between browsers. Without it the browser starts empty and stores nothing.
   */
  person(base: string, size: Size, profile?: string): Promise<Person>
  close(): Promise<void>
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** A browser profile; its pages share storage. */
export interface Person {
  newPage(): Promise<Page>
  /** The open pages, for screenshots of a failed journey. */
  pages(): readonly Page[]
  close(): Promise<void>
  /** With a profile: sends SIGKILL to the browser and all its processes. */
  kill?(): Promise<void>
}
