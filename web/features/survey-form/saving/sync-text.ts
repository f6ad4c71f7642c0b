import { isTooLargeInFront } from '#web/lib/http/unreached.ts'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import type { SurveySync } from '#web/offline/outbox/status.ts'

/** One line, as exact as what is known of the survey. */
export function syncText({ state, unsent, refused, failing, stopped, syncedAt }: SurveySync): string {
  switch (state) {
    case 'needs attention':
      if (refused.every(({ problem }) => isTooLargeInFront(problem))) return t('common.proxyTooLarge')
      return `${t('form.attentionCount', { count: refused.length })}: ${refused[0]?.problem ?? ''}`
    case 'sending':
      return t('form.sending')
    case 'on this device':
      if (stopped) return t('form.stoppedCount', { count: unsent })
      return t(failing ? 'form.offlineCount' : 'form.onDeviceCount', { count: unsent })
    case 'on the server':
      return syncedAt === '' ? t('form.onServer') : t('form.onServerAt', { time: shortTime(syncedAt) })
  }
}
