import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'

/** Maximum sizes of a template, by the fault that exceeding them causes. */
export const sizeLimits = {
  tooManyInSection: limits.formFieldsMax,
  tooManyFields: limits.formFieldsOfAllMax,
  tooManySections: limits.formSectionsMax,
} as const

export const sizeSentences = {
  tooManyInSection: 'templates.faultTooManyInSection',
  tooManyFields: 'templates.faultTooManyFields',
  tooManySections: 'templates.faultTooManySections',
} as const satisfies Record<keyof typeof sizeLimits, MessageKey>

/** Returns the limit that a template exceeds; null = none. */
export function sizeFault({ sections }: FormDocument): keyof typeof sizeLimits | null {
  if (sections.some(({ fields }) => fields.length > sizeLimits.tooManyInSection)) return 'tooManyInSection'
  const all = sections.reduce((sum, { fields }) => sum + fields.length, 0)
  if (all > sizeLimits.tooManyFields) return 'tooManyFields'
  return sections.length > sizeLimits.tooManySections ? 'tooManySections' : null
}
