import type { FormDocument } from '#contract/templates/form-document.ts'
import { type Place, sectionAt } from './form-place.ts'
import {
  type ExpressionProperty,
  expressionProperties,
  referencesIn,
  refersTo,
  shownKeys,
} from './rename-key.ts'

/** A place whose expression refers to a field or section. */
export interface Use {
  readonly at: Place
  readonly property: ExpressionProperty | 'label' | 'conditions'
}

/** Returns the places whose expressions refer to a field, or to any part of a section, from outside it. */
export function usesOf(form: FormDocument, at: Place): readonly Use[] {
  const places = at.field === null ? placesIn(form, at.section) : [at]
  return form.sections.flatMap((section, index) => {
    const looks = (source = '') =>
      referencesIn(source).some(({ text }) => places.some((one) => refersTo(form, index, text, one)))
    const whole = { section: index, field: null }
    const ofSection: readonly Use[] =
      !isWithin(whole, at) && looks(section.showIf) ? [{ at: whole, property: 'showIf' }] : []
    // Where the whole section goes, its shared conditions go with it.
    const isShared =
      !(at.section === index && at.field === null) &&
      (section.conditions ?? []).some(({ showIf }) => looks(showIf))
    const ofShared: readonly Use[] = isShared ? [{ at: whole, property: 'conditions' }] : []
    const ofFields = section.fields.flatMap((field, place): Use[] => {
      const own = { section: index, field: place }
      if (isWithin(own, at)) return []
      const used = expressionProperties.filter((property) => looks(field[property]))
      const isShown = shownKeys(field).some((key) => places.some((one) => refersTo(form, index, key, one)))
      return [...used, ...(isShown ? (['label'] as const) : [])].map((property) => ({ at: own, property }))
    })
    return [...ofSection, ...ofShared, ...ofFields]
  })
}

function placesIn(form: FormDocument, section: number): readonly Place[] {
  const fields = sectionAt(form, { section, field: null })?.fields ?? []
  return [{ section, field: null }, ...fields.map((_, field) => ({ section, field }))]
}

function isWithin(one: Place, other: Place): boolean {
  return one.section === other.section && (other.field === null || one.field === other.field)
}
