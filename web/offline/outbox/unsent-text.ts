import { spokenLocale } from '#contract/messages/spoken.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Unsent } from './unsent.ts'

/** '3 answers and 2 photos'. */
export function unsentText({ answers, photos, videos, others, bulk }: Omit<Unsent, 'failing'>): string {
  const parts = [
    answers > 0 && t('storage.answers', { count: answers }),
    photos > 0 && t('storage.photos', { count: photos }),
    videos > 0 && t('storage.videos', { count: videos }),
    others > 0 && t('storage.otherChanges', { count: others }),
    bulk > 0 && t('bulk.unsent', { count: bulk }),
  ].filter((part) => part !== false)
  return new Intl.ListFormat(spokenLocale(), { type: 'conjunction' }).format(parts)
}
