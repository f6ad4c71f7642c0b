import { useEffect, useState } from 'react'

/** Returns the current permission for a device; null if the browser does not report it. */
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
    // This browser does not report the permission.
    watch().catch(() => setState(null))
    return () => left.abort()
  }, [name])
  return state
}
