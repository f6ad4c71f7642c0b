import type { TemplateField } from '../template.ts'

/** Returns the phone keyboard for a text field, by what its name asks for. */
export function keyboardOf({ type, name, dictation }: Pick<TemplateField, 'type' | 'name' | 'dictation'>) {
  if (type !== 'text' || dictation) return 'text'
  if (/\be-?mail( address)?$/i.test(name)) return 'email'
  // 'Contact and phone' also takes a name.
  if (/\b(phone|telephone|mobile)( number)?$/i.test(name) && !/\b(and|or)\b|[/,]/i.test(name)) return 'tel'
  return 'text'
}
