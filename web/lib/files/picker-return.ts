import { currentSession } from '../session/session.ts'

const key = 'picker-return'
/** Milliseconds; after that, the user has moved on. */
const lifetime = 15 * 60_000

interface Return {
  readonly path: string
  readonly field: string
  readonly at: number
  readonly account: string
}

/** Remembers the page and field that opened the picker. Opening the camera may unload the page. */
export function rememberPicker(field: string): void {
  const account = currentSession()?.userId ?? ''
  const value: Return = { path: location.pathname + location.search, field, at: Date.now(), account }
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The picker works without storage.
  }
}

export function forgetPicker(): void {
  localStorage.removeItem(key)
}

/** Returns the page and field from before the camera unloaded the page, and clears the record. */
export function takePickerReturn(now = Date.now()): Return | null {
  const text = localStorage.getItem(key)
  if (!text) return null
  localStorage.removeItem(key)
  const value = parsed(text)
  // Never return to another account's page.
  if (!value || value.account !== currentSession()?.userId) return null
  return now - value.at < lifetime && isCameraPath(value.path) ? value : null
}

/** Only screens with a camera are valid; the stored path is untrusted. */
function isCameraPath(path: unknown): boolean {
  return typeof path === 'string' && /^\/(survey|survey-plans|BuildingInfo|UploadNewPhotoMobile)\b/.test(path)
}

function parsed(text: string): Return | null {
  try {
    return JSON.parse(text) as Return
  } catch {
    // The stored value is not JSON: nothing to return to.
    return null
  }
}
