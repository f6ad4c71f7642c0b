import type { FormDocument } from '#contract/templates/form-document.ts'
import { type Row, type Test, tests } from '#survey/builder/condition-rows.ts'
import { optionValue } from '#survey/builder/form-options.ts'
import { type FormField, fieldAt, type Place } from '#survey/builder/form-place.ts'
import { labelOf } from '#survey/document-to-source.ts'
import type { Comparison } from '#survey/fields/kind.ts'
import { answersOf, comparedBy, isReported } from '#survey/fields/registry.ts'

interface Value {
  readonly value: string
  readonly label: string
}

/**
 * The field a row refers to, resolved like the engine: the own section first. A null key is the field itself.
 */
export function subjectField(form: FormDocument, at: Place, key: string | null): FormField | undefined {
  if (key === null) return fieldAt(form, at)
  const own = form.sections[at.section]?.fields.find((field) => field.key === key)
  return own ?? form.sections.flatMap(({ fields }) => fields).find((field) => field.key === key)
}

/** The possible answers, or an empty list if any text is allowed. */
export function valuesOf(field: FormField | undefined): readonly Value[] {
  const answers = field ? answersOf(field) : []
  if (answers.length > 0) return answers
  return (field?.options ?? []).map((option) => ({ value: optionValue(option), label: labelOf(option) }))
}

const always: readonly Test[] = ['answered', 'empty']
const ofOrder: readonly Test[] = ['is', 'isNot', 'above', 'atLeast', 'below', 'atMost', ...always]
const fitting: Readonly<Record<Comparison, readonly Test[]>> = {
  order: ofOrder,
  number: ofOrder,
  choices: ['chosen', 'notChosen', ...always],
  choice: ['is', 'isNot', ...always],
  text: ['is', 'isNot', 'contains', 'startsWith', ...always],
  presence: always,
  anything: tests,
}

/** Tests that apply to the field, always including the current one. */
export function testsOf(field: FormField | undefined, now: Test): readonly Test[] {
  const known = fittingTests(field)
  return tests.filter((test) => known.includes(test) || test === now)
}

function fittingTests(field: FormField | undefined): readonly Test[] {
  return field ? fitting[comparedBy(field)] : tests
}

/** A new row: about the field's own answer, or about the nearest preceding field. */
export function firstRow(form: FormDocument, at: Place, own: boolean): Row {
  const key = own ? null : nearestBefore(form, at)
  return usualRow(form, at, key)
}

/** Switches the row to another field and keeps test and value where they apply. */
export function withSubject(form: FormDocument, at: Place, row: Row, key: string | null): Row {
  const field = subjectField(form, at, key)
  const values = valuesOf(field)
  const fitsValue = values.length === 0 || values.some(({ value }) => value === row.value)
  return fittingTests(field).includes(row.test) && fitsValue ? { ...row, key } : usualRow(form, at, key)
}

export function withTest(field: FormField | undefined, row: Row, test: Test): Row {
  if (test === 'answered' || test === 'empty') return { ...row, test, value: '' }
  const values = valuesOf(field)
  const known = values.length === 0 || values.some(({ value }) => value === row.value)
  return { ...row, test, value: known ? row.value : (values[0]?.value ?? '') }
}

function usualRow(form: FormDocument, at: Place, key: string | null): Row {
  const field = subjectField(form, at, key)
  const [first] = valuesOf(field)
  if (!first) return { kind: 'row', key, test: 'answered', value: '' }
  return {
    kind: 'row',
    key,
    test: field && comparedBy(field) === 'choices' ? 'chosen' : 'is',
    value: first.value,
  }
}

/** Whether a rule may use the field: never its own field, and for a section never a field inside it. */
export function mayUseField(at: Place, { section, field }: Place): boolean {
  return section !== at.section || (at.field !== null && field !== at.field)
}

/** Whether a rule at this place has any field to use. */
export function hasSubjects(form: FormDocument, at: Place): boolean {
  return form.sections.some(({ fields }, section) =>
    fields.some(({ key }, field) => key !== '' && mayUseField(at, { section, field })),
  )
}

function nearestBefore(form: FormDocument, at: Place): string {
  const own = form.sections[at.section]?.fields ?? []
  const before = [
    ...form.sections.slice(0, at.section).flatMap(({ fields }) => fields),
    ...own.slice(0, at.field ?? 0),
  ].filter((field) => field.key !== '' && isReported(field))
  const other = form.sections
    .flatMap(({ fields }, section) => fields.filter((_, field) => mayUseField(at, { section, field })))
    .find(({ key }) => key !== '')
  return before.at(-1)?.key ?? other?.key ?? ''
}
