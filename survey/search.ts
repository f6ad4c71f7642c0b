import { fold } from '#contract/rules/fold.ts'
import { asText } from './fields/registry.ts'
import type { Place } from './mandatory.ts'
import { placeName, subSectionName, titledName, titleOf } from './numbering.ts'
import { type Answer, type Section, type SubSection, type Survey, shownSections } from './survey.ts'
import type { TemplateSection } from './template.ts'
import { withTitle } from './with-title.ts'

export interface FieldHit extends Place {
  /** 'Room location (in MDF Info)', 'Ports (in 4B · Unit Survey)'. */
  readonly name: string
}

export interface FieldHits {
  readonly hits: readonly FieldHit[]
  /** Including hits beyond the cap. */
  readonly total: number
}

/**
 * Finds fields by name or answer, and sub-sections by title, in survey order. Returns nothing for an empty
 * query and never anything hidden. Counts all hits, returns the first `cap`.
 */
export function searchFields(survey: Survey, query: string, cap = Number.POSITIVE_INFINITY): FieldHits {
  const wanted = fold(query)
  const hits: FieldHit[] = []
  let total = 0
  if (wanted === '') return { hits, total }
  // A previously chosen label that is still in the box finds its field again.
  const label = wanted.includes(' (in ')
  for (const section of shownSections(survey)) {
    const usual = foldedNames(section.definition)
    const usuallyNamed = usual.map((name) => name.includes(wanted))
    section.subSections.forEach((subSection, index) => {
      const { answers, title, names: own } = foldedTexts(section.definition, subSection)
      const names = own ?? usual
      const named = own?.map((name) => name.includes(wanted)) ?? usuallyNamed
      const take = (answer: Answer) => {
        total += 1
        if (hits.length < cap) hits.push(hitOf(section, subSection, index, answer))
      }
      const places = label ? placesOf(section, index).map((place) => ` (in ${fold(place)})`) : []
      const labelled = (name: string) => places.some((place) => `${name}${place}`.includes(wanted))
      if (title !== '' && (title.includes(wanted) || labelled(fold(subSection.title.field.name))))
        take(subSection.title)
      subSection.answers.forEach((answer, field) => {
        if (answer.hidden) return
        if (named[field] || answers[field]?.includes(wanted) || labelled(names[field] ?? '')) take(answer)
      })
    })
  }
  return { hits, total }
}

/**
 * Returns the field for a label of `searchFields`, otherwise the first field with that name; null if there is
 * none. Names and titles may contain ' (in ', so only the last one can be the label's own.
 */
export function findByLabel(survey: Survey, text: string): FieldHit | null {
  const wanted = fold(text)
  if (wanted === '') return null
  const cut = wanted.lastIndexOf(' (in ')
  const [field, place] =
    cut > 0 && wanted.endsWith(')') ? [wanted.slice(0, cut), wanted.slice(cut + 5, -1)] : [wanted, null]
  return (
    firstField(survey, (answer, names) => names.some((name) => fold(labelOf(answer, name)) === wanted)) ??
    firstField(
      survey,
      (answer, _, section) => fold(answer.field.name) === field && fold(section.definition.name) === place,
    ) ??
    firstField(survey, (answer) => fold(answer.field.name) === wanted)
  )
}

type Fits = (answer: Answer, names: readonly string[], section: Section) => boolean

function firstField(survey: Survey, fits: Fits): FieldHit | null {
  for (const section of shownSections(survey)) {
    for (const [index, subSection] of section.subSections.entries()) {
      const names = placesOf(section, index)
      const own = titleOf(subSection) === '' ? [] : [subSection.title]
      for (const answer of [...subSection.answers, ...own])
        if (!answer.hidden && fits(answer, names, section)) return hitOf(section, subSection, index, answer)
    }
  }
  return null
}

/**
 * Returns the names of a place in labels: the current form, its own name, the specification's, and the form
 * of earlier app versions.
 */
function placesOf(section: Section, index: number): readonly string[] {
  const [own, plain] = [titledName(section, index), subSectionName(section, index)]
  return [placeName(section, index), own, plain, withTitle(plain, own)]
}

function hitOf(section: Section, subSection: SubSection, index: number, answer: Answer): FieldHit {
  return { section, subSection, answer, name: labelOf(answer, placeName(section, index)) }
}

function labelOf(answer: Answer, place: string): string {
  return `${answer.field.name} (in ${place})`
}

interface Folded {
  readonly title: string
  readonly answers: readonly string[]
  /** Set if labels contain answers; null = the section's field names. */
  readonly names: readonly string[] | null
}

/** Folded texts, cached per sub-section and per template section. */
const texts = new WeakMap<SubSection, Folded>()
const fieldNames = new WeakMap<TemplateSection, readonly string[]>()

function foldedTexts({ fields }: TemplateSection, subSection: SubSection): Folded {
  const known = texts.get(subSection)
  if (known) return known
  const made = {
    title: fold(titleOf(subSection)),
    answers: subSection.answers.map((answer) => fold(asText(answer))),
    names: subSection.answers.some(({ field }, index) => field.name !== fields[index]?.name)
      ? subSection.answers.map(({ field }) => fold(field.name))
      : null,
  }
  texts.set(subSection, made)
  return made
}

function foldedNames(definition: TemplateSection): readonly string[] {
  const known = fieldNames.get(definition)
  if (known) return known
  const made = definition.fields.map(({ name }) => fold(name))
  fieldNames.set(definition, made)
  return made
}
