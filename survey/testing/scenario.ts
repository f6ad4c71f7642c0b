import { addSimilar, mayAddSimilar } from '../edit/add-similar.ts'
import { setAnswer } from '../edit/change.ts'
import {
  type CopySelection,
  clearCopied,
  copyFromLast,
  selectAllExcept,
  selectDefaultsExcept,
} from '../edit/copy-from-last.ts'
import { addMedia, changeHeader, describeMedia, removeMedia, removeSimilar } from '../edit/edit.ts'
import type { AnswerValue, FileKind, Refusal } from '../fields/kind.ts'
import { parseDecimal, parseWholeNumber } from '../fields/number-entry.ts'
import { asText, clean, exampleFor, filesOf, isComputed, isMissing, valueShape } from '../fields/registry.ts'
import { identityOf, suggestedIdentity } from '../identity.ts'
import { fixedId } from '../ids.ts'
import { missingInSurvey, type Place } from '../mandatory.ts'
import { nameOf, subSectionName, titledName } from '../numbering.ts'
import { buildingAbove, dropdownOptions, offeredOptions, onlyPlaceOption } from '../options.ts'
import { progressText } from '../progress.ts'
import { newSurvey, type Section, type Survey } from '../survey.ts'
import type { DropdownOf, Template, TemplateField } from '../template.ts'
import { uncheckedIn } from '../unchecked-copies.ts'
import { violationAt, violationsIn } from '../violations.ts'

/** Starts a survey from the template and performs a surveyor's actions on it. */
export function open(template: Template): Scenario {
  return new Scenario(template)
}

/**
 * A scripted survey. Each step is one minute after the previous one; ids are equal in every run. Sub-sections
 * are addressed by their displayed name; a section's name means its newest one.
 */
export class Scenario {
  survey: Survey
  #minutes = 0

  constructor(template: Template) {
    const at = this.#now()
    const given = { name: 'Harbor View', owner: 'Dana Reed', createdBy: 'Sam Ortiz', at }
    this.survey = newSurvey(template, { id: fixedId(at, 'survey'), ...given })
  }

  answer(where: string, field: string, ...given: readonly string[]): this {
    const { subSection, answer } = this.find(where, field)
    const raw = asRaw(given, answer.field)
    const { refusal } = clean(answer.field, raw)
    if (refusal) throw new Error(`'${given.join(', ')}' was not accepted for '${field}': ${refusal}`)
    const at = this.#now()
    this.survey = setAnswer(this.survey, subSection.id, answer.id, { ...raw, at })
    return this
  }

  /** Types a number in this locale; text that is not a number changes nothing. */
  type(locale: string, where: string, field: string, typed: string): this {
    const { answer } = this.find(where, field)
    const value = (answer.field.type === 'numeric' ? parseWholeNumber : parseDecimal)(typed, locale)
    return value === null ? this : this.answer(where, field, value)
  }

  /** Answers every empty mandatory field, in all sections or one. */
  fillMandatory(sectionName?: string): this {
    for (const { section, subSection, answer } of missingInSurvey(this.survey)) {
      if (sectionName && section.definition.name !== sectionName) continue
      const files = filesOf(answer.field)
      for (let count = 0; files && count < Math.max(1, answer.field.min ?? 0); count++)
        this.#attach({ section, subSection, answer }, files)
      if (files) continue
      const given = exampleFor(answer.field, '2026-01-05')
      this.survey = setAnswer(this.survey, subSection.id, answer.id, { ...given, at: this.#now() })
    }
    return this
  }

  photo(where: string, field: string, description = ''): this {
    return this.#attach(this.find(where, field), 'photo', description)
  }

  video(where: string, field: string): this {
    return this.#attach(this.find(where, field), 'video')
  }

  /** Removes the last photo or video of the answer. */
  removeFile(where: string, field: string): this {
    const { subSection, answer } = this.find(where, field)
    const place = { subSectionId: subSection.id, answerId: answer.id }
    this.survey = removeMedia(this.survey, place, answer.media.at(-1)?.id ?? '', this.#now())
    return this
  }

  #attach({ subSection, answer }: Place, kind: FileKind, description = ''): this {
    const at = this.#now()
    const media = { id: fixedId(at, kind), kind, description, copiedFrom: null }
    const place = { subSectionId: subSection.id, answerId: answer.id }
    this.survey = addMedia(this.survey, place, media, at)
    return this
  }

  addSimilar(sectionName: string): this {
    const section = this.section(sectionName)
    if (!mayAddSimilar(section)) throw new Error(`'${sectionName}' cannot be added now`)
    return this.addAnyway(sectionName)
  }

  /** Adds a sub-section like an arriving edit of another device, even if mandatory fields are empty. */
  addAnyway(sectionName: string): this {
    const at = this.#now()
    this.survey = addSimilar(this.survey, this.section(sectionName).id, fixedId(at, 'similar'), at)
    return this
  }

  remove(subSection: string): this {
    const { id } = this.#subSection(subSection).subSection
    this.survey = removeSimilar(this.survey, id, this.#now())
    return this
  }

  /** Accepts the offer to copy. */
  copyFromLast(sectionName: string, chosen?: CopySelection): this {
    const at = this.#now()
    const sectionId = this.section(sectionName).id
    this.survey = copyFromLast(this.survey, { sectionId, copyId: fixedId(at, 'copy'), at, chosen })
    return this
  }

  /** 'Add unit like 203': adds a part with the default copy, without its identifying answer. */
  addLike(sectionName: string): this {
    this.addSimilar(sectionName)
    const section = this.section(sectionName)
    const newest = section.subSections.at(-1)
    const identity = newest && identityOf(section, newest)
    return this.copyFromLast(sectionName, selectDefaultsExcept(section, identity?.id))
  }

  /** Copies everything, including photos and notes, except these fields. */
  copyAll(sectionName: string, ...leaveOut: readonly string[]): this {
    const left = new Set(leaveOut.map((field) => this.find(sectionName, field).answer.id))
    return this.copyFromLast(sectionName, selectAllExcept(this.section(sectionName), left))
  }

  clearCopied(sectionName: string): this {
    this.survey = clearCopied(this.survey, this.section(sectionName).id, this.#now())
    return this
  }

  /** Marks a copied answer and its photos as checked. */
  check(where: string, field: string): this {
    const { subSection, answer } = this.find(where, field)
    const { id, value, values, media } = answer
    const at = this.#now()
    this.survey = setAnswer(this.survey, subSection.id, id, { value, values, at })
    const place = { subSectionId: subSection.id, answerId: id }
    for (const one of media) this.survey = describeMedia(this.survey, place, one.id, one.description, at)
    return this
  }

  /** Expects these unchecked copies, as listed by Submit: '<section>: <parts>, <answers>, <files>'. */
  expectUnchecked(...sections: readonly string[]): this {
    const found = uncheckedIn(this.survey).map(
      ({ section, parts, answers, files }) =>
        `${section.definition.name}: ${parts.length} parts, ${answers} answers, ${files} files`,
    )
    same('unchecked', found, sections)
    return this
  }

  submit(): this {
    const missing = missingInSurvey(this.survey)
    if (missing.length > 0) throw new Error(`Cannot submit, still missing: ${missing.map(title).join(', ')}`)
    const broken = violationsIn(this.survey)
    if (broken.length > 0) throw new Error(`Cannot submit, to correct: ${broken.map(title).join(', ')}`)
    this.survey = changeHeader(this.survey, { status: 'Completed' }, this.#now())
    return this
  }

  reopen(): this {
    this.survey = changeHeader(this.survey, { status: 'Started' }, this.#now())
    return this
  }

  expectAnswer(where: string, field: string, text: string): this {
    same(`'${field}' in '${where}'`, asText(this.find(where, field).answer), text)
    return this
  }

  /** Expects the source of an unchecked copied answer; '' = not a copy. */
  expectCopiedFrom(where: string, field: string, from: string): this {
    const { section, answer } = this.find(where, field)
    const source = section.subSections.find(({ id }) => id === answer.copiedFrom)
    same(`the source of '${field}' in '${where}'`, source ? nameOf(section, source) : '', from)
    return this
  }

  expectPhotos(where: string, field: string, count: number): this {
    same(`photos of '${field}'`, this.find(where, field).answer.media.length, count)
    return this
  }

  expectRefused(where: string, field: string, given: string, refusal: Refusal): this {
    const { answer } = this.find(where, field)
    same(`refusal of '${given}'`, clean(answer.field, asRaw([given], answer.field)).refusal, refusal)
    return this
  }

  expectProgress(text: string): this {
    same('progress', progressText(this.survey), text)
    return this
  }

  expectMissing(...fields: readonly string[]): this {
    same('missing', missingInSurvey(this.survey).map(title), fields)
    return this
  }

  expectShown(where: string, ...fields: readonly string[]): this {
    for (const field of fields) same(`'${field}' in '${where}' hidden`, this.#hidden(where, field), false)
    return this
  }

  expectHidden(where: string, ...fields: readonly string[]): this {
    for (const field of fields) same(`'${field}' in '${where}' hidden`, this.#hidden(where, field), true)
    return this
  }

  expectCalculated(where: string, field: string, text: string): this {
    const { answer } = this.find(where, field)
    same(`'${field}' is calculated`, isComputed(answer.field), true)
    same(`'${field}' in '${where}'`, asText(answer), text)
    return this
  }

  /** Expects the message beside the field; '' = no problem. */
  expectProblem(where: string, field: string, message: string): this {
    const { subSection, answer } = this.find(where, field)
    same(`problem of '${field}'`, violationAt(this.survey, subSection.id, answer.id) ?? '', message)
    return this
  }

  expectNames(sectionName: string, ...names: readonly string[]): this {
    const section = this.section(sectionName)
    const shown = section.subSections.map((_, index) => subSectionName(section, index))
    same(`names in '${sectionName}'`, shown, names)
    return this
  }

  /** Expects the displayed names, including titles. */
  expectCalled(sectionName: string, ...names: readonly string[]): this {
    const section = this.section(sectionName)
    const shown = section.subSections.map((_, index) => titledName(section, index))
    same(`what is read of '${sectionName}'`, shown, names)
    return this
  }

  expectOptions(of: DropdownOf, ...options: readonly string[]): this {
    same(`options for ${of}`, dropdownOptions(this.survey, of), options)
    return this
  }

  /** Expects the options of a dropdown, given the building chosen above it. */
  expectOffered(where: string, field: string, ...options: readonly string[]): this {
    const { subSection, answer } = this.find(where, field)
    const of = answer.field.dropdownOf ?? 'Building'
    const offered = dropdownOptions(this.survey, of, buildingAbove(subSection, answer.id))
    same(`options of '${field}' in '${where}'`, offered, options)
    return this
  }

  /** Expects the options that a filtered choice offers. */
  expectChoices(where: string, field: string, ...options: readonly string[]): this {
    same(`options of '${field}' in '${where}'`, offeredOptions(this.find(where, field).answer), options)
    return this
  }

  /** Expects the field to answer first; '' = none. */
  expectWaitsFor(where: string, field: string, other: string): this {
    same(`what '${field}' waits for`, this.find(where, field).answer.offer?.after ?? '', other)
    return this
  }

  /** Expects the suggested next number for the newest part; '' = none. */
  expectNextNumber(sectionName: string, number: string): this {
    const section = this.section(sectionName)
    const newest = section.subSections.at(-1)
    same(`next number in '${sectionName}'`, newest ? suggestedIdentity(section, newest) : '', number)
    return this
  }

  /** Expects the building or floor that is chosen automatically; '' = none. */
  expectOnly(of: DropdownOf, where: string, name: string): this {
    const only = onlyPlaceOption(this.survey, this.#subSection(where).subSection, of)
    same(`the only ${of} for '${where}'`, only?.value ?? '', name)
    return this
  }

  expectMayAdd(sectionName: string, may: boolean): this {
    same(`may add to '${sectionName}'`, mayAddSimilar(this.section(sectionName)), may)
    return this
  }

  expectEmpty(where: string): this {
    const { section, subSection } = this.#subSection(where)
    const given = subSection.answers.filter((answer) => !isMissing(answer) || answer.media.length > 0)
    const titles = given.map((answer) => title({ section, subSection, answer }))
    same(`answers in '${where}'`, titles, [])
    return this
  }

  section(name: string): Section {
    const section = this.survey.sections.find(({ definition }) => definition.name === name)
    return (
      section ??
      unknown(
        'section',
        name,
        this.survey.sections.map(({ definition }) => definition.name),
      )
    )
  }

  find(where: string, field: string): Place {
    const { section, subSection } = this.#subSection(where)
    const answer = subSection.answers.find((each) => each.field.name === field)
    const fields = section.definition.fields.map(({ name }) => name)
    return { section, subSection, answer: answer ?? unknown('field', field, fields) }
  }

  #hidden(where: string, field: string): boolean {
    return this.find(where, field).answer.hidden ?? false
  }

  #subSection(where: string): Omit<Place, 'answer'> {
    const all = this.survey.sections.flatMap((section) =>
      section.subSections.map((subSection) => ({ section, subSection, name: nameOf(section, subSection) })),
    )
    const named = all.find(({ name }) => name === where)
    const newest = all.findLast(({ section }) => section.definition.name === where)
    return (
      named ??
      newest ??
      unknown(
        'sub-section',
        where,
        all.map(({ name }) => name),
      )
    )
  }

  #now(): string {
    this.#minutes += 1
    return new Date(Date.UTC(2026, 0, 5, 8, this.#minutes)).toISOString()
  }
}

/** Types that use both properties take the value first: 'No', 'the door is blocked'. */
function asRaw([value = '', ...rest]: readonly string[], field: TemplateField): AnswerValue {
  return { value, values: valueShape(field) === 'both' ? rest : [value, ...rest].filter((one) => one !== '') }
}

function title({ section, subSection, answer }: Place): string {
  return `${nameOf(section, subSection)}: ${answer.field.name}`
}

/** Throws an error that names the compared item. */
function same(what: string, actual: unknown, expected: unknown): void {
  const [is, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (is !== wanted) throw new Error(`Expected ${what} to be ${wanted}, but it is ${is}`)
}

function unknown(what: string, name: string, known: readonly string[]): never {
  throw new Error(`There is no ${what} '${name}', only: ${known.join(', ')}`)
}
