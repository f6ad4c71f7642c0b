import { isInside } from '#contract/rules/menu-url.ts'
import type { NavigateFunction } from './router.tsx'

/** A page that says one thing; its one button leads on. */
export interface Info {
  readonly title: string
  readonly body: string
  readonly button: string
  /** Where the button leads, inside this app, and what that screen is to know. */
  readonly to: string
  readonly state?: unknown
}

/** Its words travel with the navigation and never in the address. In place of the screen that is done with. */
export function openInfo(navigate: NavigateFunction, info: Info): void {
  navigate('/InfoPage', { replace: true, state: { info } })
}

/** What a navigation brought; null for an address that was typed. */
export function infoIn(state: unknown): Info | null {
  if (typeof state !== 'object' || state === null || !('info' in state)) return null
  const info = state.info as Partial<Info> | null
  const isWhole =
    typeof info?.title === 'string' &&
    typeof info.body === 'string' &&
    typeof info.button === 'string' &&
    typeof info.to === 'string' &&
    isInside(info.to)
  return isWhole ? (info as Info) : null
}
