import { useLocation } from '#web/lib/page/router.tsx'

/** The target of the followed link within the form; '' = none. */
export interface LinkTarget {
  /** An answer (`state.field`). */
  readonly field: string
  /** A sub-section, or the section itself (`state.jump`). */
  readonly jump: string
}

export function useLinkTarget(): LinkTarget {
  const { state } = useLocation()
  return { field: textIn(state, 'field'), jump: textIn(state, 'jump') }
}

function textIn(state: unknown, name: keyof LinkTarget): string {
  if (typeof state !== 'object' || state === null || !(name in state)) return ''
  return String((state as Partial<Record<keyof LinkTarget, unknown>>)[name])
}
