import { shortTime } from '#web/lib/format-time.ts'
import { say } from '#web/lib/say.ts'
import type { Waiting } from './waiting.ts'

/** '3 changes wait since 10:42': one line, as exact as what is known. */
export function waitingText({ state, unsent, refused, failing, stopped, since }: Waiting): string {
  if (state === 'needs attention') return say('storage.refusedCount', { count: refused })
  if (state === 'sending') return say('storage.sending', { count: unsent })
  if (state === 'on the server') return say('storage.allSent')
  const waits = say('storage.waitSince', {
    waits: say('storage.waitCount', { count: unsent }),
    time: shortTime(since),
  })
  if (stopped) return say('storage.stopped', { waits })
  return failing ? say('storage.offline', { waits }) : waits
}
