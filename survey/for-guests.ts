import { isReported, revealsPlace } from './fields/registry.ts'
import { isMarkedInternal } from './internal-fields.ts'
import { fieldIdsAt, fieldIdsRead, logicOf } from './logic/template-logic.ts'
import { fieldKey } from './move/field-identity.ts'
import { type Answer, type EarlierAnswer, type Section, type Survey, shownSections } from './survey.ts'
import type { Template, TemplateField } from './template.ts'

/** The only rule for what guests may see. Everything that guests receive of a survey is filtered here. */

/** Returns the ids of internal fields: those marked so, and those whose answers reveal them. */
export function internalFields(template: Template): ReadonlySet<string> {
  return known(internal, template, () => withWhatTells(template, isMarkedInternal))
}

/** Returns the ids of fields hidden from guests: internal ones, and positions unless the owner shows them. */
function keptFromGuests({ template, showPositions }: Pick<Survey, 'template' | 'showPositions'>) {
  if (showPositions) return internalFields(template)
  return known(withPositions, template, () =>
    withWhatTells(template, (field) => isMarkedInternal(field) || revealsPlace(field)),
  )
}

export function isForGuests(
  survey: Pick<Survey, 'template' | 'showPositions'>,
  { field }: Pick<Answer, 'field'>,
): boolean {
  return !keptFromGuests(survey).has(field.id)
}

/**
 * Returns the survey for guests, without hidden answers, hidden sections and sections that become empty.
 * Everything counted, numbered or listed for guests is computed from it.
 */
export function forGuests(survey: Survey): Survey {
  const known = without(survey, keptFromGuests(survey), ({ template }) =>
    keptFromGuests({ template, showPositions: survey.showPositions }),
  )
  const sections = shownSections(known)
  return sections === known.sections ? known : { ...known, sections }
}

/** Returns the survey without internal answers, for an owner who passes the report on. */
export function withoutInternal(survey: Survey): Survey {
  return without(survey, internalFields(survey.template), ({ template }) => internalFields(template))
}

/** Returns the ids of fields whose earlier answers are internal. */
export function internalEarlierFields({ template, earlierAnswers = [] }: Survey): ReadonlySet<string> {
  const now = keysOf(template, internalFields(template))
  return new Set(
    earlierAnswers
      .filter((one) => isEarlierKept(one, now, internalFields(one.template)))
      .map(({ answer }) => answer.field.id),
  )
}

function without(
  survey: Survey,
  kept: ReadonlySet<string>,
  keptThen: (earlier: EarlierAnswer) => ReadonlySet<string>,
): Survey {
  const { earlierAnswers = [], ...rest } = survey
  if (kept.size === 0 && earlierAnswers.length === 0) return survey
  const now = keysOf(survey.template, kept)
  const left = earlierAnswers.filter((one) => !isEarlierKept(one, now, keptThen(one)))
  return {
    ...rest,
    sections: kept.size === 0 ? survey.sections : survey.sections.flatMap((one) => sectionWithout(one, kept)),
    ...(left.length > 0 ? { earlierAnswers: left } : {}),
  }
}

/** An earlier answer is hidden if its field is, in its own version or the current one. */
function isEarlierKept(
  { definition, answer: { field } }: EarlierAnswer,
  now: ReadonlySet<string>,
  then: ReadonlySet<string>,
): boolean {
  return then.has(field.id) || now.has(fieldKey(definition, field))
}

function keysOf({ sections }: Template, ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    sections.flatMap((definition) =>
      definition.fields.flatMap((field) => (ids.has(field.id) ? fieldKey(definition, field) : [])),
    ),
  )
}

function sectionWithout(section: Section, kept: ReadonlySet<string>): readonly Section[] {
  const { fields } = section.definition
  if (!fields.some(({ id }) => kept.has(id))) return [section]
  if (!fields.some((field) => isReported(field) && !kept.has(field.id))) return []
  const subSections = section.subSections.map((part) => ({
    ...part,
    answers: part.answers.filter(({ field }) => !kept.has(field.id)),
  }))
  return [{ ...section, subSections }]
}

const internal = new WeakMap<Template, ReadonlySet<string>>()
const withPositions = new WeakMap<Template, ReadonlySet<string>>()

function known(
  kept: WeakMap<Template, ReadonlySet<string>>,
  template: Template,
  make: () => ReadonlySet<string>,
): ReadonlySet<string> {
  const before = kept.get(template)
  if (before) return before
  const made = make()
  kept.set(template, made)
  return made
}

/**
 * Returns these fields and the fields that reveal them: dropdowns that offer their answers, calculations, and
 * fields with conditions on them.
 */
function withWhatTells(template: Template, isKept: (field: TemplateField) => boolean): ReadonlySet<string> {
  const fields = template.sections.flatMap((section) => section.fields)
  const kept = new Set(fields.filter(isKept).map(({ id }) => id))
  const offered = new Set(fields.flatMap(({ id, adds }) => (adds && kept.has(id) ? adds : [])))
  for (const { id, dropdownOf } of fields) if (dropdownOf && offered.has(dropdownOf)) kept.add(id)
  for (const step of logicOf(template).steps) {
    if (!fieldIdsRead(template, step).some((id) => kept.has(id))) continue
    for (const id of fieldIdsAt(template, [step])) kept.add(id)
  }
  return kept
}
