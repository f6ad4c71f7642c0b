import { vi } from 'vitest'

/** In place of the browser's, holding what is in `kept`. */
export function stubLocalStorage(kept = new Map<string, string>()): void {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
}
