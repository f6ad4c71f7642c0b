import type { TemplateField } from '../template.ts'

/** Which keys a phone shows for a line of text, by what the field asks for. */
export function keyboardOf({ type, name, dictation }: Pick<TemplateField, 'type' | 'name' | 'dictation'>) {
  if (type !== 'text' || dictation) return 'text'
  if (/\be-?mail( address)?$/i.test(name)) return 'email'
  // 'Contact and phone' takes a name as well.
  if (/\b(phone|telephone|mobile)( number)?$/i.test(name) && !/\b(and|or)\b|[/,]/i.test(name)) return 'tel'
  return 'text'
}
