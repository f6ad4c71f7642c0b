import { initialAnswerValue } from '../default-value.ts'
import { filesLeft, isCopyable, isFreeNote, isMissing, sameAnswerValue } from '../fields/registry.ts'
import { deriveId } from '../ids.ts'
import type { Answer, MediaRef, Section, SubSection, Survey } from '../survey.ts'
import { changeSection } from './change.ts'

/** Selected answers of the newest sub-section, by id: for values, and for photos and videos. */
export interface CopySelection {
  readonly values: ReadonlySet<string>
  readonly files: ReadonlySet<string>
}

export interface CopyRequest {
  readonly sectionId: string
  /** Unique per copy. Ids of copied media derive from it, so device and server agree. */
  readonly copyId: string
  readonly at: string
  /** The user's selection. Default: all values except free notes, no photos or videos. */
  readonly chosen?: CopySelection | undefined
}

/**
 * Fills the newest sub-section from the last filled one before it. Copies only into empty fields and only
 * visible answers. Each copied value keeps its source in `copiedFrom` until it is edited or checked.
 */
export function copyFromLast(survey: Survey, { sectionId, copyId, at, chosen }: CopyRequest): Survey {
  return changeNewest(survey, sectionId, at, (answer, from, source) => {
    if (!isCopyable(answer.field) || from.hidden) return answer
    const takesValue = chosen ? chosen.values.has(answer.id) : !isFreeNote(answer.field)
    const value =
      takesValue && isOpen(answer) && !isMissing(from) && !sameAnswerValue(answer, from)
        ? { value: from.value, values: from.values, editedAt: at, copiedFrom: source.id }
        : {}
    const media = chosen?.files.has(answer.id) ? copiedMedia(answer, from, copyId) : []
    if (!('value' in value) && media.length === 0) return answer
    return { ...answer, ...value, media: [...answer.media, ...media] }
  })
}

/**
 * Undoes a copy, for all fields or a selection: removes unchecked copied values and copied media. Keeps
 * everything the surveyor typed, checked or photographed since.
 */
export function clearCopied(survey: Survey, sectionId: string, at: string, only?: CopySelection): Survey {
  return changeSection(survey, sectionId, at, (section) => {
    const newest = section.subSections.at(-1)
    if (!newest) return section
    return withNewest(
      section,
      newest.answers.map((answer) => clearAnswer(answer, at, only)),
    )
  })
}

/** A default value counts as empty. */
function isOpen(answer: Answer): boolean {
  return isMissing(answer) || answer.editedAt === null
}

function clearAnswer(answer: Answer, at: string, only?: CopySelection): Answer {
  const value =
    answer.copiedFrom === null || only?.values.has(answer.id) === false
      ? {}
      : { ...initialAnswerValue(answer.field), editedAt: at, copiedFrom: null }
  const filesStay = only?.files.has(answer.id) === false
  const own = answer.media.filter(({ copiedFrom }) => filesStay || copiedFrom === null)
  if (!('value' in value) && own.length === answer.media.length) return answer
  return { ...answer, ...value, media: own }
}

/** Whether an answer still contains an unchecked copied value or file. */
export function hasUncheckedCopy({ copiedFrom, media }: Answer): boolean {
  return copiedFrom !== null || media.some((one) => one.copiedFrom !== null)
}

/** Selects everything that can be copied, except these answers. */
export function selectAllExcept(section: Section, leftOut: ReadonlySet<string> = new Set()): CopySelection {
  const ids = new Set(copyable(section).flatMap(({ id }) => (leftOut.has(id) ? [] : id)))
  return { values: ids, files: ids }
}

/** Selects the default values, except this answer: the next unit gets everything but its number. */
export function selectDefaultsExcept(section: Section, leftOut: string | undefined): CopySelection {
  const usual = copyable(section).filter(({ id, field }) => id !== leftOut && !isFreeNote(field))
  return { values: new Set(usual.map(({ id }) => id)), files: new Set() }
}

/** Returns the newest sub-section's answers that a copy could fill. */
export function copyable(section: Section): readonly Answer[] {
  const source = lastFilled(section)
  const newest = section.subSections.at(-1)
  if (!source || !newest) return []
  return newest.answers.filter((answer, index) => {
    const from = source.answers[index]
    return from && !from.hidden && isCopyable(answer.field) && (!isMissing(from) || from.media.length > 0)
  })
}

/** Returns the last filled sub-section before the given one, by default before the newest. */
export function lastFilled(
  section: Section,
  before: string | undefined = section.subSections.at(-1)?.id,
): SubSection | undefined {
  const end = section.subSections.findIndex(({ id }) => id === before)
  return section.subSections.slice(0, Math.max(0, end)).findLast(isFilled)
}

/** Whether the sub-section contains anything that can be copied. */
export function isFilled({ answers }: SubSection): boolean {
  return answers.some(holdsAnything)
}

function holdsAnything(answer: Answer): boolean {
  if (answer.hidden) return false
  return isCopyable(answer.field) && (!isOpen(answer) || answer.media.length > 0)
}

function changeNewest(
  survey: Survey,
  sectionId: string,
  at: string,
  change: (answer: Answer, from: Answer, source: SubSection) => Answer,
): Survey {
  return changeSection(survey, sectionId, at, (section) => {
    const newest = section.subSections.at(-1)
    const source = lastFilled(section)
    if (!newest || !source || !section.definition.copyFromLastFilled) return section
    return withNewest(
      section,
      newest.answers.map((answer, index) => {
        const from = source.answers[index]
        return from ? change(answer, from, source) : answer
      }),
    )
  })
}

function withNewest(section: Section, answers: readonly Answer[]): Section {
  const newest = section.subSections.at(-1)
  if (!newest || answers.every((answer, index) => answer === newest.answers[index])) return section
  return { ...section, subSections: section.subSections.with(-1, { ...newest, answers }) }
}

function copiedMedia(answer: Answer, source: Answer, copyId: string): readonly MediaRef[] {
  return source.media
    .filter(({ id }) => !answer.media.some(({ copiedFrom }) => copiedFrom === id))
    .slice(0, filesLeft(answer))
    .map((media) => ({ ...media, id: deriveId(copyId, `${answer.id}/${media.id}`), copiedFrom: media.id }))
}
