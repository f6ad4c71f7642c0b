import { spokenLocale } from '#contract/messages/spoken.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Unsent } from './unsent.ts'

/** '3 answers and 2 photos'. */
export function unsentText(unsent: Partial<Omit<Unsent, 'failing'>>): string {
  const { answers = 0, photos = 0, videos = 0, others = 0, bulk = 0, contacts = 0 } = unsent
  const parts = [
    answers > 0 && t('storage.answers', { count: answers }),
    photos > 0 && t('storage.photos', { count: photos }),
    videos > 0 && t('storage.videos', { count: videos }),
    others > 0 && t('storage.otherChanges', { count: others }),
    contacts > 0 && t('storage.contacts', { count: contacts }),
    bulk > 0 && t('bulk.unsent', { count: bulk }),
  ].filter((part) => part !== false)
  return new Intl.ListFormat(spokenLocale(), { type: 'conjunction' }).format(parts)
}
