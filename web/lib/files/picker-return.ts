import { currentSession } from '../session/session.ts'

const key = 'picker-return'
/** Longer ago than this, the person has gone on to something else. */
const lifetime = 15 * 60_000

interface Return {
  readonly path: string
  readonly field: string
  readonly at: number
  readonly account: string
}

/** Opening the camera may end the page: what comes back must find its field again. */
export function rememberPicker(field: string): void {
  const account = currentSession()?.userId ?? ''
  const value: Return = { path: location.pathname + location.search, field, at: Date.now(), account }
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Without room the picker still works.
  }
}

export function forgetPicker(): void {
  localStorage.removeItem(key)
}

/** Where the page was when the camera ended it; told once. */
export function takePickerReturn(now = Date.now()): Return | null {
  const text = localStorage.getItem(key)
  if (!text) return null
  localStorage.removeItem(key)
  const value = parsed(text)
  // Where one account was is not the next one's to see.
  if (!value || value.account !== currentSession()?.userId) return null
  return now - value.at < lifetime && isFieldPath(value.path) ? value : null
}

/** Screens with a field on them; whatever else stands there is not gone to. */
function isFieldPath(path: unknown): boolean {
  return typeof path === 'string' && /^\/(survey|BuildingInfo|UploadNewPhotoMobile)\b/.test(path)
}

function parsed(text: string): Return | null {
  try {
    return JSON.parse(text) as Return
  } catch {
    // What is stored is no JSON, so there is nothing to return to.
    return null
  }
}
