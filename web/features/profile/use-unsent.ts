import { useEffect, useState } from 'react'

/** How many changes on this device have not reached the server. */
export function useUnsent(): number {
  const [unsent, setUnsent] = useState(0)
  useEffect(() => {
    import('#web/offline/status.ts')
      .then(({ unsentCount }) => unsentCount())
      .then(setUnsent, () => setUnsent(0))
  }, [])
  return unsent
}
