import type { Endpoint } from './endpoint.ts'

/** The purposes of an API key. `export` is separate: its calls return whole surveys with their files. */
export const keyScopes = ['read', 'write', 'export'] as const
export type KeyScope = (typeof keyScopes)[number]

/** The demands of an endpoint on an API key. */
export interface KeyRule {
  /** `person`: no key may call, only a person who logged in. */
  readonly scope: KeyScope | 'person'
  /** Also open to keys that are limited to a team or a template: its queries apply the limits. */
  readonly limited: boolean
}

interface Area {
  readonly path: string
  /** Absent = `read` for GET, `write` for all others. */
  readonly scope?: KeyScope
  readonly limited: boolean
}

/** The areas that keys may enter; the first match counts. Every other address is for people. */
const areas: readonly Area[] = [
  { path: '/bx_block_survey/exports', scope: 'export', limited: true },
  { path: '/bx_block_saveaspdf2/', scope: 'export', limited: true },
  { path: '/bx_block_survey/', limited: true },
  { path: '/bx_block_custom_forms/', limited: false },
]

type Ruled = Pick<Endpoint, 'access' | 'method' | 'path' | 'key' | 'keyLimits'>

/** Returns what an API key needs for a call: as the endpoint declares, or by its address and method. */
export function keyRuleOf({ access, method, path, key, keyLimits }: Ruled): KeyRule {
  const area = areas.find((one) => path.startsWith(one.path))
  if (access !== 'surveyor' || (!area && !key)) return { scope: 'person', limited: false }
  const scope = key ?? area?.scope ?? (method === 'GET' ? 'read' : 'write')
  return { scope, limited: scope !== 'person' && (keyLimits ?? area?.limited ?? false) }
}
