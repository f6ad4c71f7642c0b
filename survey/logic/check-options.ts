import { defaultAnswer } from '../default-value.ts'
import type { Template, TemplateField } from '../template.ts'
import type { LogicFault } from './check.ts'

type Found = Pick<LogicFault, 'code' | 'piece'>

/** Returns the faults of all option lists and default values in a template. */
export function optionFaults(template: Template): readonly LogicFault[] {
  return template.sections.flatMap((section) =>
    section.fields.flatMap((field) =>
      faultsOf(field).map((fault) => ({
        sectionId: section.id,
        fieldId: field.id,
        purpose: null,
        position: 0,
        ...fault,
      })),
    ),
  )
}

function faultsOf(field: TemplateField): readonly Found[] {
  return [...sameOptions(field), ...unevenOptions(field), ...badDefault(field)]
}

/** Answers store option ids, so ids must be unique. */
function sameOptions({ options }: TemplateField): readonly Found[] {
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const id of options) {
    if (seen.has(id)) again.add(id)
    seen.add(id)
  }
  return [...again].map((piece) => ({ code: 'sameOption', piece }))
}

function unevenOptions({ options, ownLabels, optionValues, optionColumns }: TemplateField): readonly Found[] {
  const even = [ownLabels, optionValues, optionColumns].every(
    (list) => !list || list.length === options.length,
  )
  return even ? [] : [{ code: 'unevenOptions', piece: '' }]
}

function badDefault(field: TemplateField): readonly Found[] {
  if (field.defaultValue === undefined || field.defaultValue === '') return []
  return defaultAnswer(field) !== null ? [] : [{ code: 'badDefault', piece: field.defaultValue }]
}
