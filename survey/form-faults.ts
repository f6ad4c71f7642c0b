import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { described } from './builder/form-options.ts'
import { fieldAt } from './builder/form-place.ts'
import { sizeFault, sizeLimits, sizeSentences } from './builder/form-size.ts'
import { listsOf } from './builder/shared-lists.ts'
import { sourceOf } from './document-to-source.ts'
import { chooses, filesOf, hasProperty, isComputed } from './fields/registry.ts'
import { checkLogic, type LogicFault } from './logic/check.ts'
import { isKey } from './logic/lexer.ts'
import { draftOf } from './template-source.ts'

type FormSection = FormDocument['sections'][number]
type FormField = FormSection['fields'][number]

/** The messages are `templates.fault…`; those of expressions are `expressions.…`. */
export type FormFaultCode =
  | 'nameMissing'
  | 'noSections'
  | 'noFields'
  | keyof typeof sizeLimits
  | 'keyMissing'
  | 'keyBad'
  | 'keyTwice'
  | 'addTextMissing'
  | 'optionsMissing'
  | 'optionEmpty'
  | 'optionTwice'
  | 'listDiffers'
  | 'rangeTurned'
  | 'countUnfit'
  | 'dropdownOfMissing'
  | 'conditionTwice'
  | 'conditionMissing'

/** A fault that blocks publishing a draft. Places are counted from 0; null = the form or the section. */
export interface FormFault {
  readonly section: number | null
  readonly field: number | null
  readonly property: string
  readonly fault: { readonly code: FormFaultCode; readonly piece: string } | LogicFault
}

/** Arbitrary: series and version only affect the derived ids. */
const series = '019b0000-0000-7000-8000-000000000000'

const sentences = {
  nameMissing: 'templates.faultNameMissing',
  noSections: 'templates.faultNoSections',
  noFields: 'templates.faultNoFields',
  ...sizeSentences,
  keyMissing: 'templates.faultKeyMissing',
  keyBad: 'templates.faultKeyBad',
  keyTwice: 'templates.faultKeyTwice',
  addTextMissing: 'templates.faultAddTextMissing',
  optionsMissing: 'templates.faultOptionsMissing',
  optionEmpty: 'templates.faultOptionEmpty',
  optionTwice: 'templates.faultOptionTwice',
  listDiffers: 'templates.faultListDiffers',
  rangeTurned: 'templates.faultRangeTurned',
  countUnfit: 'templates.faultCountUnfit',
  dropdownOfMissing: 'templates.faultDropdownOfMissing',
  conditionTwice: 'templates.faultConditionTwice',
  conditionMissing: 'templates.faultConditionMissing',
} as const satisfies Record<FormFaultCode, MessageKey>

/** Returns the message for the author with its values. */
export function faultMessage({
  fault,
}: FormFault): readonly [MessageKey, Readonly<Record<string, string | number>>] {
  if ('purpose' in fault)
    return [`expressions.${fault.code}`, { piece: fault.piece, place: fault.position + 1 }]
  return [
    sentences[fault.code],
    { piece: fault.piece, ...(isSize(fault.code) && { count: sizeLimits[fault.code] }) },
  ]
}

function isSize(code: FormFaultCode): code is keyof typeof sizeLimits {
  return Object.hasOwn(sizeLimits, code)
}

/** Returns everything the author must fix before surveys can use the form, in document order. */
export function formFaults(form: FormDocument): readonly FormFault[] {
  const own = (property: string, code: FormFaultCode): FormFault => at(null, null, property, code)
  const size = sizeFault(form)
  return [
    ...(form.name === '' ? [own('name', 'nameMissing')] : []),
    ...(form.sections.length === 0 ? [own('sections', 'noSections')] : []),
    ...(size ? [own('sections', size)] : []),
    ...keyFaults(form.sections, (index) => [index, null]),
    ...form.sections.flatMap(sectionFaults),
    ...listFaults(form),
    ...logicFaults(form),
  ]
}

function at(
  section: number | null,
  field: number | null,
  property: string,
  code: FormFaultCode,
  piece = '',
): FormFault {
  return { section, field, property, fault: { code, piece } }
}

/** Checks the keys of sections or of a section's fields. Ids derive from keys, so keys must be unique. */
function keyFaults(
  items: readonly { readonly key: string }[],
  placeOf: (index: number) => readonly [number, number | null],
): readonly FormFault[] {
  const seen = new Set<string>()
  return items.flatMap(({ key }, index) => {
    const again = seen.has(key)
    seen.add(key)
    if (key === '') return [at(...placeOf(index), 'key', 'keyMissing')]
    if (!isKey(key)) return [at(...placeOf(index), 'key', 'keyBad', key)]
    return again ? [at(...placeOf(index), 'key', 'keyTwice', key)] : []
  })
}

function sectionFaults(section: FormSection, index: number): readonly FormFault[] {
  const own = (property: string, code: FormFaultCode) => at(index, null, property, code)
  return [
    ...(section.name === '' ? [own('name', 'nameMissing')] : []),
    ...(section.fields.length === 0 ? [own('fields', 'noFields')] : []),
    ...(section.addSimilarText === '' ? [own('addSimilarText', 'addTextMissing')] : []),
    ...keyFaults(section.fields, (place) => [index, place]),
    ...conditionFaults(section, index),
    ...section.fields.flatMap((field, place) => fieldFaults(field, index, place)),
  ]
}

/** Fields refer to shared conditions by their names. */
function conditionFaults({ conditions = [], fields }: FormSection, section: number): readonly FormFault[] {
  const names = new Set<string>()
  const own = conditions.flatMap(({ name }, place) => {
    const again = names.has(name)
    names.add(name)
    if (name === '') return [at(section, null, `conditions.${place}`, 'nameMissing')]
    return again ? [at(section, null, `conditions.${place}`, 'conditionTwice', name)] : []
  })
  const missing = fields.flatMap(({ condition }, place) =>
    condition === undefined || names.has(condition)
      ? []
      : [at(section, place, 'condition', 'conditionMissing', condition)],
  )
  return [...own, ...missing]
}

function fieldFaults(field: FormField, section: number, place: number): readonly FormFault[] {
  const own = (property: string, code: FormFaultCode, piece = '') => at(section, place, property, code, piece)
  const { min, max } = field
  return [
    ...(field.name === '' ? [own('name', 'nameMissing')] : []),
    ...(chooses(field) || isComputed(field)
      ? optionFaults(field).map(([code, piece]) => own('options', code, piece))
      : []),
    ...(min !== undefined && max !== undefined && min > max ? [own('min', 'rangeTurned')] : []),
    ...(filesOf(field) !== null
      ? (['min', 'max'] as const).flatMap((name) =>
          isFileCount(field[name], name) ? [] : [own(name, 'countUnfit')],
        )
      : []),
    ...(hasProperty(field, 'dropdownOf') && !field.dropdownOf
      ? [own('dropdownOf', 'dropdownOfMissing')]
      : []),
  ]
}

/**
 * Whether a limit is a whole number of files within the upload limits. A minimum above `uploadsPerField`
 * could be unreachable when files are uploaded one at a time.
 */
function isFileCount(count: number | undefined, name: 'min' | 'max'): boolean {
  const [least, most] = name === 'min' ? [0, limits.uploadsPerField] : [1, limits.filesPerField]
  return count === undefined || (Number.isInteger(count) && count >= least && count <= most)
}

function optionFaults(field: FormField): readonly (readonly [FormFaultCode, string])[] {
  const { options = [] } = field
  if (options.length === 0) return chooses(field) ? [['optionsMissing', '']] : []
  const labels = new Set<string>()
  const ids = new Set<string>()
  return options.map(described).flatMap(({ label, id }): (readonly [FormFaultCode, string])[] => {
    if (label === '') return [['optionEmpty', '']]
    if (labels.has(label) || (id !== undefined && ids.has(id))) return [['optionTwice', label]]
    labels.add(label)
    if (id !== undefined) ids.add(id)
    return []
  })
}

/** Only imported documents can have these faults, because the builder changes fields of a list together. */
function listFaults(form: FormDocument): readonly FormFault[] {
  return [...listsOf(form).values()].flatMap(({ name, options, places }) => {
    const said = JSON.stringify(options)
    return places
      .filter((place) => JSON.stringify(fieldAt(form, place)?.options ?? []) !== said)
      .map(({ section, field }) => at(section, field, 'options', 'listDiffers', name))
  })
}

function logicFaults(form: FormDocument): readonly FormFault[] {
  const template = draftOf(sourceOf(form, series, 1))
  const sections = new Map(template.sections.map(({ id }, index) => [id, index]))
  return checkLogic(template).flatMap((fault) => {
    const section = sections.get(fault.sectionId)
    // Faults of keys and options are reported above; duplicate keys lead to duplicate ids.
    const property = fault.purpose ?? (fault.code === 'badDefault' ? 'default' : null)
    if (section === undefined || property === null) return []
    const fields = template.sections[section]?.fields ?? []
    const field = fields.findIndex(({ id }) => id === fault.fieldId)
    return [{ section, field: field < 0 ? null : field, property, fault }]
  })
}
