import { type Callable, promisedKeys } from '#contract/endpoint.ts'

/** One `{ field: message }` of a failure. */
export type FieldError = Readonly<Record<string, string>>

/**
 * Whether a 2xx answer is really ours: a Wi-Fi login page answers 200 too, and taking that for a
 * receipt would throw work away. Every top-level key that the contract promises must be there.
 */
export function isReceipt({ reply, replyKeys }: Callable, value: unknown): boolean {
  if (!isRecord(value)) return false
  return (replyKeys ?? promisedKeys(reply)).every((key) => key in value)
}

/** The errors of a failure's body; empty where the body is not ours. */
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

/** undefined where the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // undefined says that it is no JSON.
    return undefined
  }
}
