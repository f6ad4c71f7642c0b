import type { FunctionComponent } from 'react'
import type { ScreenPath } from '#contract/screens.ts'

export type Loaded = Promise<FunctionComponent>

/** Where an address leads on to, and what the navigation brings along. */
export interface LedOnTo {
  readonly to: string
  readonly state: unknown
}

export interface Screen {
  readonly path: ScreenPath | '*'
  /** `anyone`: no session needed; `session`: redirects to the login without one. */
  readonly who: 'anyone' | 'session'
  /** The login opens with an alert that asks to log in. */
  readonly asksToLogIn?: true
  /**
   * `bare`: the screen has its own layout and `<main>`;
   * `menu`: inside the side menu and the header. Reads (`useQuery`) work in `menu` and in `reads`;
   * `reads`: like `bare`, with `useQuery`.
   */
  readonly frame: 'bare' | 'reads' | 'menu'
  readonly load: () => Loaded
  /**
   * Where the page is opened at this screen: loads its data, beside the rest of its code. Returns the place that the
   * address leads on to, so that the screen is rendered there from the start.
   */
  readonly prepare?: (
    params: Readonly<Record<string, string | undefined>>,
    query: URLSearchParams,
  ) => Promise<LedOnTo | undefined>
}
