import type { FormDocument } from '#contract/templates/form-document.ts'

export type Section = FormDocument['sections'][number]
export type Field = Section['fields'][number]
type More = Partial<Omit<Field, 'key' | 'name' | 'type'>>
type Make = (key: string, name: string, more?: More) => Field

function of(type: Field['type'], usual: More = {}): Make {
  return (key, name, more = {}) => ({ key, name, type, ...usual, ...more })
}

export const text = of('text')
export const longText = of('long_text', { dictation: true })
export const count = of('numeric', { min: 0 })
export const measure = of('decimal', { min: 0 })
export const day = of('date')
export const yesNo = of('yes_no')
export const note = of('note')
export const signature = of('signature')
export const position = of('position')
export const photos = of('photo')

type MakeChoice = (key: string, name: string, options: readonly string[], more?: More) => Field

function choice(type: 'radio' | 'select' | 'checkbox'): MakeChoice {
  return (key, name, options, more = {}) => ({ key, name, type, options: [...options], ...more })
}

export const oneOf = choice('radio')
export const fromList = choice('select')
export const someOf = choice('checkbox')

/** A yes/no field without a reason. */
export function either(key: string, name: string, more: More = {}): Field {
  return oneOf(key, name, ['Yes', 'No'], more)
}

/**
 * A repeated section that may not apply. Its first part always exists; with 'No' the other fields are hidden, so
 * that the survey can be submitted.
 */
export function ifAny(
  key: string,
  name: string,
  fields: readonly Field[],
): Pick<Section, 'conditions' | 'fields'> {
  const first = either(key, name, { mandatory: true, default: 'Yes' })
  return {
    conditions: [{ name, showIf: `\${${key}} = 'Yes'` }],
    fields: [first, ...fields.map((field) => ({ condition: name, ...field }))],
  }
}

export function calculated(key: string, name: string, calculation: string, more: More = {}): Field {
  return { key, name, type: 'calculated', calculation, ...more }
}

/** A calculation that comes to one of these words, which are translated as options are. */
export function calculatedWord(
  key: string,
  name: string,
  words: readonly string[],
  calculation: string,
): Field {
  return calculated(key, name, calculation, { options: [...words] })
}

export const mandatory = { mandatory: true } as const
export const internal = { internal: true } as const

/** A defect with its photo, shown by a condition on the previous field. */
export function defect(key: string, name: string, showIf: string): Field {
  return text(key, name, { showIf, mandatory: true, dictation: true, media: true })
}

/** Damage and wear with photos; required for poor condition. */
export function wear(key: string, name: string): Field {
  return text(`${key}_defect`, name, {
    showIf: `\${${key}} != '' and \${${key}} != 'Not inspected' and \${${key}} != 'None'`,
    requiredIf: `\${${key}} = 'Poor'`,
    dictation: true,
    media: true,
  })
}

export const state = ['Good', 'Fair', 'Poor', 'Not inspected'] as const
export const passed = ['Pass', 'Fail', 'Not applicable'] as const
