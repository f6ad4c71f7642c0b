import type { FunctionComponent } from 'react'
import type { ScreenPath } from '#contract/screens.ts'

export type Loaded = Promise<FunctionComponent>

/** A redirect: path and navigation state. */
export interface RedirectTarget {
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
   * Loads the screen's data when the page opens at its address, while its code loads. Returns a redirect, so
   * that the redirect's target renders first.
   */
  readonly prepare?: (
    params: Readonly<Record<string, string | undefined>>,
    query: URLSearchParams,
  ) => Promise<RedirectTarget | undefined>
}
