import { vi } from 'vitest'

/** Replaces the browser's local storage with one in `kept`. As in a browser, entries are own properties. */
export function stubLocalStorage(kept = new Map<string, string>()): void {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const entries = {
    get: (own: object, key: string) => kept.get(key) ?? Reflect.get(own, key),
    set: (_: object, key: string, value: string) => Boolean(kept.set(key, value)),
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }
  vi.stubGlobal('localStorage', new Proxy(storage, entries))
}
