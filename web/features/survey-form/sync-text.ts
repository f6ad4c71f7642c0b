import { shortTime } from '#web/lib/format-time.ts'
import { say } from '#web/lib/say.ts'
import { isTooLargeInFront } from '#web/lib/unreached.ts'
import type { SurveySync } from '#web/offline/outbox/status.ts'

/** One line, as exact as what is known of the survey. */
export function syncText({ state, unsent, refused, failing, stopped, syncedAt }: SurveySync): string {
  switch (state) {
    case 'needs attention':
      if (refused.every(({ problem }) => isTooLargeInFront(problem))) return say('common.proxyTooLarge')
      return `${say('form.attentionCount', { count: refused.length })}: ${refused[0]?.problem ?? ''}`
    case 'sending':
      return say('form.sending')
    case 'on this device':
      if (stopped) return say('form.stoppedCount', { count: unsent })
      return say(failing ? 'form.offlineCount' : 'form.onDeviceCount', { count: unsent })
    case 'on the server':
      return syncedAt === '' ? say('form.onServer') : say('form.onServerAt', { time: shortTime(syncedAt) })
  }
}
