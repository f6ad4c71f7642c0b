import { t } from '#web/lib/language/translate.ts'
import type { Form } from './queries.ts'

export const stateNames = {
  draft: 'library.draft',
  published: 'library.published',
  archived: 'library.archived',
} as const

/** The name; a draft may have none yet. */
export function nameOf({ attributes: { name } }: Form): string {
  return name === '' ? t('library.unnamed') : name
}
