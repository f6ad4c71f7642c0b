import { t } from '#contract/messages/translate.ts'
import type { Template } from '../template.ts'
import type { LogicFault } from './check.ts'

/** Returns the message for the template's author, with section and field. */
export function faultText(template: Template, fault: LogicFault): string {
  const section = template.sections.find(({ id }) => id === fault.sectionId)
  const field = section?.fields.find(({ id }) => id === fault.fieldId)
  const problem = t(`expressions.${fault.code}`, { piece: fault.piece, place: fault.position + 1 })
  const where = { section: section?.name ?? '', problem }
  return field
    ? t('expressions.faultIn', { ...where, field: field.name })
    : t('expressions.faultInSection', where)
}
