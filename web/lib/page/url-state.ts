/** Returns a page number from an address; invalid values count as 1. */
export function pageParam(params: URLSearchParams, name = 'page'): number {
  const text = params.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

export function textParam(params: URLSearchParams, name: string, max: number): string {
  return (params.get(name) ?? '').slice(0, max)
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A record's id, or null. */
export function idParam(params: URLSearchParams, name: string): string | null {
  const text = params.get(name) ?? ''
  return idPattern.test(text) ? text : null
}

/** 'YYYY-MM-DD' of a valid date, or null. */
export function dayParam(params: URLSearchParams, name: string): string | null {
  const text = params.get(name) ?? ''
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null
}

/** Returns a query string; omits empty values and page 1. */
export function searchText(values: Readonly<Record<string, string | number | null>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '' || (name === 'page' && value === 1)) continue
    params.set(name, String(value))
  }
  const text = params.toString()
  return text && `?${text}`
}
