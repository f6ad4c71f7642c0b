import { useLocation } from '#web/lib/page/router.tsx'

/** The answer to which the link that was followed leads (`state.field`); '' = to none. */
export function useWantedField(): string {
  const { state } = useLocation()
  return typeof state === 'object' && state !== null && 'field' in state ? String(state.field) : ''
}
