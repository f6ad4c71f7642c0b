import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Waiting } from './waiting.ts'

/** '3 changes wait since 10:42': the state in one line. */
export function waitingText({ state, unsent, refused, failing, stopped, since }: Waiting): string {
  if (state === 'needs attention') return t('storage.refusedCount', { count: refused })
  if (state === 'sending') return t('storage.sending', { count: unsent })
  if (state === 'on the server') return t('storage.allSent')
  const waits = t('storage.waitSince', {
    waits: t('storage.waitCount', { count: unsent }),
    time: shortTime(since),
  })
  if (stopped) return t('storage.stopped', { waits })
  return failing ? t('storage.offline', { waits }) : waits
}
