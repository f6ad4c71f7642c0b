import { useEffect, useState } from 'react'

/** What this browser was told about a device, as it is at this moment; null = it does not tell. */
export function usePermission(name: 'camera' | 'microphone'): PermissionState | null {
  const [state, setState] = useState<PermissionState | null>(null)
  useEffect(() => {
    const left = new AbortController()
    const watch = async () => {
      const status = await navigator.permissions?.query({ name })
      if (!status || left.signal.aborted) return
      setState(status.state)
      status.addEventListener('change', () => setState(status.state), { signal: left.signal })
    }
    // This browser does not say, which is a state of its own.
    watch().catch(() => setState(null))
    return () => left.abort()
  }, [name])
  return state
}
