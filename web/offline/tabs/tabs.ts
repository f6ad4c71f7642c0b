import { isSafeToReload } from './reload-safety.ts'

interface Question {
  readonly id: string
  /** A visible tab objects in any case. */
  readonly onlyUnseen: boolean
}

/** Milliseconds. A frozen tab doesn't reply, and nothing in it can be disturbed. */
const patience = 1_200

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('fieldbook-tabs')
const asked = new Map<string, () => void>()

/** Whether a reload would disturb another tab. */
export async function anyTabObjects(onlyUnseen: boolean): Promise<boolean> {
  if (!channel) return false
  const id = crypto.randomUUID()
  const objected = new Promise<true>((resolve) => asked.set(id, () => resolve(true)))
  channel.postMessage({ id, onlyUnseen } satisfies Question)
  const silence = new Promise<false>((resolve) => setTimeout(() => resolve(false), patience))
  return Promise.race([objected, silence]).finally(() => asked.delete(id))
}

/** Makes this tab object to a new version that would disturb the user. */
export function answerOtherTabs(): void {
  if (!channel) return
  channel.onmessage = async ({ data }: MessageEvent<Question | string>) => {
    if (typeof data === 'string') asked.get(data)?.()
    else if ((data.onlyUnseen && document.visibilityState === 'visible') || !(await isSafeToReload()))
      channel.postMessage(data.id)
  }
}
