import { addFields, removeField } from '#survey/builder/edit-fields.ts'
import type { FormField, Place } from '#survey/builder/form-place.ts'
import { namesIn } from '#survey/builder/pasted-names.ts'
import { isAnswerable } from '#survey/fields/registry.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Builder } from './builder.ts'

/**
 * Adds a field for each name after `after`, with the type and options of `like`: lists often continue with
 * the same type.
 */
export function addNamedFields(
  builder: Builder,
  after: Place,
  names: readonly string[],
  like?: FormField,
): void {
  const fields = names.map((name) => ({ name, ...kindOf(like) }))
  const announced = t('builder.added', { count: fields.length })
  builder.edit(addFields(builder.form, after, fields), { announced, focus: true })
}

/** Removes a field that never got a name and focuses the previous one. */
export function removeUnnamedField(builder: Builder, at: Place): void {
  const { form } = removeField(builder.form, at)
  const before = at.field === null || at.field === 0 ? null : at.field - 1
  builder.edit({ form, at: { ...at, field: before } }, { focus: true })
}

/** The lines of a multi-line paste, or null for an ordinary paste. */
export function pastedNames(data: DataTransfer): readonly string[] | null {
  const names = namesIn(data.getData('text/plain'))
  return names.length > 1 ? names : null
}

function kindOf(like: FormField | undefined): Pick<FormField, 'type' | 'options' | 'list' | 'dropdownOf'> {
  if (!like || !isAnswerable(like)) return { type: 'text' }
  const { type, options, list, dropdownOf } = like
  return {
    type,
    ...(options && { options }),
    ...(list !== undefined && { list }),
    ...(dropdownOf && { dropdownOf }),
  }
}
