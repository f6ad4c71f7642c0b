import { useSyncExternalStore } from 'react'

/** false = the browser is certain that it is offline. true guarantees nothing. */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine)
}

function listen(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
