/** What had not been sent and lay in the store alone. */
export interface Lost {
  /** Of photos, videos and plans. */
  readonly names: readonly string[]
  readonly drawings: number
}

let lost: Lost | null = null
const listeners = new Set<() => void>()

/** Not null: the store is another one than this page wrote into. The browser cleared it, or somebody did. */
export function madeAnew(): Lost | null {
  return lost
}

export function onMadeAnew(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function publishMadeAnew({ names, drawings }: Lost): void {
  set({ names: [...(lost?.names ?? []), ...names], drawings: (lost?.drawings ?? 0) + drawings })
}

/** The person has read it. */
export function closeMadeAnew(): void {
  set(null)
}

function set(next: Lost | null): void {
  lost = next
  for (const listener of listeners) listener()
}
