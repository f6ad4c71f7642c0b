import type { Callable } from '#contract/endpoint.ts'

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Method and address of a call, for whoever cannot use `call` (upload progress, links). */
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
