import { addFields, removeField } from '#survey/builder/edit-fields.ts'
import { namesIn } from '#survey/builder/paste.ts'
import type { FormField, Place } from '#survey/builder/place.ts'
import { isAnswerable } from '#survey/fields/registry.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Builder } from './builder.ts'

/** Behind the place, one for each name: of the type of `like`, with what it offers, since lists often go on as they began. */
export function addNamed(builder: Builder, after: Place, names: readonly string[], like?: FormField): void {
  const fields = names.map((name) => ({ name, ...kindOf(like) }))
  const announced = t('builder.added', { count: fields.length })
  builder.edit(addFields(builder.form, after, fields), { announced, focus: true })
}

/** One that was added and never named: writing goes on in the one before it. */
export function takeBack(builder: Builder, at: Place): void {
  const { form } = removeField(builder.form, at)
  const before = at.field === null || at.field === 0 ? null : at.field - 1
  builder.edit({ form, at: { ...at, field: before } }, { focus: true })
}

/** The names that a paste of several lines brings; null = it is an ordinary one. */
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
