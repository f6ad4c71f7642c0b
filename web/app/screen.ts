import type { FunctionComponent } from 'react'
import type { ScreenPath } from '#contract/screens.ts'

export type Loaded = Promise<FunctionComponent>

export interface Screen {
  readonly path: ScreenPath | '*'
  /** `anyone`: also without a session; `session`: else to the login. */
  readonly who: 'anyone' | 'session'
  /** The login is opened with an alert that asks for it. */
  readonly asksToLogIn?: true
  /**
   * `bare`: the screen brings its own layout and its own `<main>`;
   * `menu`: inside the side menu and the header. Reads (`useQuery`) work in `menu` and in `reads`;
   * `reads`: like `bare`, with `useQuery`.
   */
  readonly frame: 'bare' | 'reads' | 'menu'
  readonly load: () => Loaded
  /** Where the page is opened at this screen: begins what it is drawn from, beside the rest of its code. */
  readonly prepare?: (
    params: Readonly<Record<string, string | undefined>>,
    query: URLSearchParams,
  ) => Promise<void>
}
