import { observable } from '#web/lib/page/observable.ts'

/** What had not been sent and lay in the store alone. */
export interface Lost {
  /** Of photos, videos and plans. */
  readonly names: readonly string[]
  readonly drawings: number
}

const lost = observable<Lost | null>(null)

/** Not null: the store is another one than this page wrote into. The browser cleared it, or somebody did. */
export const madeAnew = lost.get
export const onMadeAnew = lost.subscribe

export function publishMadeAnew({ names, drawings }: Lost): void {
  const before = lost.get()
  lost.set({ names: [...(before?.names ?? []), ...names], drawings: (before?.drawings ?? 0) + drawings })
}

/** The person has read it. */
export function closeMadeAnew(): void {
  lost.set(null)
}
