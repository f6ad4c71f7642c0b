import { t } from '#web/lib/language/translate.ts'
import type { Form } from './queries.ts'

export const stateNames = {
  draft: 'library.draft',
  published: 'library.published',
  archived: 'library.archived',
} as const

/** A draft may still have no name. */
export function nameOf({ attributes: { name } }: Form): string {
  return name === '' ? t('library.unnamed') : name
}
