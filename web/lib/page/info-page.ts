import { isInside } from '#contract/rules/menu-url.ts'
import type { NavigateFunction } from './router.tsx'

/** A page with one message and one button. */
export interface Info {
  readonly title: string
  readonly body: string
  readonly button: string
  /** The button's address inside this app, and that screen's state. */
  readonly to: string
  readonly state?: unknown
}

/** Replaces the screen with an info page. Its text is in the navigation state, never in the address. */
export function openInfo(navigate: NavigateFunction, info: Info): void {
  navigate('/InfoPage', { replace: true, state: { info } })
}

/** Returns the info in a navigation's state; null for a typed address. */
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
