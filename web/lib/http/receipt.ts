import { type Callable, requiredKeys } from '#contract/endpoint.ts'

/** One `{ field: message }` of a failure. */
export type FieldError = Readonly<Record<string, string>>

/**
 * Whether a 2xx reply is ours. A Wi-Fi login page also returns 200, and treating that as a receipt would lose
 * work, so every required top-level key must be present.
 */
export function isReceipt({ reply, replyKeys }: Callable, value: unknown): boolean {
  if (!isRecord(value)) return false
  return (replyKeys ?? requiredKeys(reply)).every((key) => key in value)
}

/** Returns the errors of a failure's body; empty if the body is not ours. */
export function errorsOf(value: unknown): FieldError[] {
  if (!isRecord(value) || !Array.isArray(value.errors)) return []
  return value.errors.filter(isFieldError)
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // undefined = not JSON.
    return undefined
  }
}
