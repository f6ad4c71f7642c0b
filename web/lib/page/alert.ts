import { useLocation, useNavigate } from './router.tsx'

/** A button of an alert. Without `to` or `act` it goes back. */
export interface AlertButton {
  readonly text: string
  /** An address of this app to go to. */
  readonly to?: string
  /** Called once the alert is closed; lost when the page reloads. */
  readonly act?: () => void
}

export interface AlertText {
  readonly title: string
  readonly body: string
  readonly positive: AlertButton
  readonly negative?: AlertButton
  readonly neutral?: AlertButton
}

/** History state of an alert; `act` is the index of the callback. */
export interface StoredButton {
  readonly text: string
  readonly to?: string
  readonly act?: number
}
export interface StoredAlert {
  readonly title: string
  readonly body: string
  readonly positive: StoredButton
  readonly negative?: StoredButton
  readonly neutral?: StoredButton
}

const suffix = '/AlertWeb'
const acts = new Map<number, () => void>()
let count = 0

/**
 * Opens an alert above the screen, at the screen's address plus `/AlertWeb`. Its text is in the navigation
 * state, never in the address, so that no link can inject text.
 */
export function useAlert(): (words: AlertText) => void {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  return ({ title, body, positive, negative, neutral }) => {
    const alert: StoredAlert = {
      title,
      body,
      positive: storedButton(positive),
      ...(negative && { negative: storedButton(negative) }),
      ...(neutral && { neutral: storedButton(neutral) }),
    }
    const address = { pathname: alertAddress(pathname), search, hash }
    navigate(address, { state: { alert, behind: state } })
  }
}

/** Returns the address of an alert above this one. */
export function alertAddress(pathname: string): string {
  return `${pathname.replace(/\/+$/, '')}${suffix}`
}

/** Returns the address of the screen below an alert; null if this is no alert. */
export function addressBehind(pathname: string): string | null {
  return pathname.endsWith(suffix) ? pathname.slice(0, -suffix.length) || '/' : null
}

/** Returns the alert in a navigation's state; null for a typed address or foreign state. */
export function alertIn(state: unknown): StoredAlert | null {
  const alert = isRecord(state) ? state.alert : null
  return isAlert(alert) ? alert : null
}

export function stateBehind(state: unknown): unknown {
  return isRecord(state) && 'alert' in state ? state.behind : null
}

export function callbackOf({ act }: StoredButton): (() => void) | undefined {
  return act === undefined ? undefined : acts.get(act)
}

function storedButton({ text, to, act }: AlertButton): StoredButton {
  if (!act) return { text, ...(to !== undefined && { to }) }
  count += 1
  acts.set(count, act)
  return { text, act: count }
}

function isAlert(value: unknown): value is StoredAlert {
  return (
    isRecord(value) &&
    typeof value.title === 'string' &&
    typeof value.body === 'string' &&
    isButton(value.positive) &&
    (value.negative === undefined || isButton(value.negative)) &&
    (value.neutral === undefined || isButton(value.neutral))
  )
}

function isButton(value: unknown): value is StoredButton {
  return (
    isRecord(value) &&
    typeof value.text === 'string' &&
    ['string', 'undefined'].includes(typeof value.to) &&
    ['number', 'undefined'].includes(typeof value.act)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
