import { spokenLocale } from '#contract/messages/spoken.ts'
import { say } from '#web/lib/say.ts'
import type { SurveySync } from '#web/offline/status.ts'

/** One line, as exact as what is known. */
export function syncText({ state, unsent, refused, failing, syncedAt }: SurveySync): string {
  switch (state) {
    case 'needs attention':
      return `${say('form.attentionCount', { count: refused.length })}: ${refused[0]?.problem ?? ''}`
    case 'sending':
      return say('form.sending')
    case 'on this device':
      return failing
        ? say('form.offlineCount', { count: unsent })
        : say('form.onDeviceCount', { count: unsent })
    case 'on the server':
      return syncedAt === '' ? say('form.onServer') : say('form.onServerAt', { time: clock(syncedAt) })
  }
}

function clock(instant: string): string {
  return new Intl.DateTimeFormat(spokenLocale(), { hour: 'numeric', minute: '2-digit' }).format(
    new Date(instant),
  )
}
