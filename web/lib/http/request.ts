import type { Callable } from '#contract/endpoint.ts'

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Returns a call's address, for uses other than `call`, such as uploads with progress and links. */
export function addressOf(endpoint: Callable, input: object): string {
  const { params = {}, query = {} } = input as Parts
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return `/api${path}${text ? `?${text}` : ''}`
}

export function bodyOf(input: object): string | undefined {
  const { body } = input as Parts
  return body === undefined ? undefined : JSON.stringify(body)
}
