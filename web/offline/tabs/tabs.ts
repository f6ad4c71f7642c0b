import { isQuiet } from './quiet.ts'

interface Question {
  readonly id: string
  /** A tab that somebody looks at objects, whatever goes on in it. */
  readonly onlyUnseen: boolean
}

/** A tab that is frozen answers nothing, and nothing can be disturbed in it either. */
const patience = 1_200

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('fieldbook-tabs')
const asked = new Map<string, () => void>()

/** Whether some other tab is in the middle of something. */
export async function anyTabObjects(onlyUnseen: boolean): Promise<boolean> {
  if (!channel) return false
  const id = crypto.randomUUID()
  const objected = new Promise<true>((resolve) => asked.set(id, () => resolve(true)))
  channel.postMessage({ id, onlyUnseen } satisfies Question)
  const silence = new Promise<false>((resolve) => setTimeout(() => resolve(false), patience))
  return Promise.race([objected, silence]).finally(() => asked.delete(id))
}

/** This tab says so where a new version would disturb somebody in it. */
export function answerOtherTabs(): void {
  if (!channel) return
  channel.onmessage = async ({ data }: MessageEvent<Question | string>) => {
    if (typeof data === 'string') asked.get(data)?.()
    else if ((data.onlyUnseen && document.visibilityState === 'visible') || !(await isQuiet()))
      channel.postMessage(data.id)
  }
}
