import { identifies, isMissing } from './fields/registry.ts'
import type { Place } from './mandatory.ts'
import type { Survey } from './survey.ts'

/** Facts known when a survey starts; '' = unknown. */
export interface PrefillFacts {
  readonly surveyName: string
  /** The surveyor's first and last name. */
  readonly surveyor: string
  readonly company: string
}

const surveyor = '(surveyor|inspector)'
const role = '(survey|inspection|surveyor|inspector)'

/** Field names in the languages of the shipped templates. */
const patterns: readonly (readonly [keyof PrefillFacts, RegExp])[] = [
  ['surveyName', /^(property|site) name$/i],
  ['surveyName', /^nombre (de la propiedad|del sitio)$/i],
  [
    'surveyor',
    new RegExp(`^(${surveyor}('s)?( name)?|name of (the )?${surveyor}|(surveyed|inspected|walked) by)$`, 'i'),
  ],
  ['surveyor', /^((nombre del )?inspector|inspector\(a\)|(inspeccionado|recorrido hecho) por)$/i],
  ['company', new RegExp(`^(${role}('s)? )?company( name)?$`, 'i')],
  ['company', /^(nombre de la )?(empresa|compañía)( (del inspector|de inspección))?$/i],
]

/**
 * Returns empty text fields that can be prefilled: property name, surveyor and company. Only in sections that
 * don't repeat, where they cannot refer to anyone else.
 */
export function prefilledAnswers(
  survey: Survey,
  facts: PrefillFacts,
): readonly (Place & { readonly value: string })[] {
  return survey.sections.flatMap((section) => {
    const [subSection, ...others] = section.subSections
    if (!subSection || others.length > 0 || section.definition.addSimilar) return []
    return subSection.answers.flatMap((answer) => {
      const { field, hidden } = answer
      if (!identifies(field) || hidden || !isMissing(answer)) return []
      const [fact] = patterns.find(([, pattern]) => pattern.test(field.name.trim())) ?? []
      const value = fact ? facts[fact].trim() : ''
      return value === '' ? [] : [{ section, subSection, answer, value }]
    })
  })
}
