import { initialAnswerValue } from '../default-value.ts'
import { filesLeft, isCopyable, isFreeNote, isMissing, sameAnswerValue } from '../fields/registry.ts'
import { deriveId } from '../ids.ts'
import type { Answer, MediaRef, Section, SubSection, Survey } from '../survey.ts'
import { changeSection } from './change.ts'

/** Answers of the newest sub-section, by id: whose values, and whose photos and videos. */
export interface Chosen {
  readonly values: ReadonlySet<string>
  readonly files: ReadonlySet<string>
}

export interface Copying {
  readonly sectionId: string
  /** New for each copy; the ids of the copied media follow from it, so device and server agree on them. */
  readonly copyId: string
  readonly at: string
  /** What somebody ticked. Without it all values but free notes, and no photos and videos. */
  readonly chosen?: Chosen | undefined
}

/**
 * Fills the newest sub-section from the one filled before it. Only fields that
 * are still empty take a value, and nothing that is hidden there: what the surveyor typed already is not overwritten. Each copied value bears the
 * mark of where it came from until somebody touches it.
 */
export function copyFromLast(survey: Survey, { sectionId, copyId, at, chosen }: Copying): Survey {
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
 * Takes the copy back, of all fields or of some: values that still bear the mark, and copied media. What the
 * surveyor typed, checked or photographed since stays.
 */
export function clearCopied(survey: Survey, sectionId: string, at: string, only?: Chosen): Survey {
  return changeSection(survey, sectionId, at, (section) => {
    const newest = section.subSections.at(-1)
    if (!newest) return section
    return withNewest(
      section,
      newest.answers.map((answer) => clearAnswer(answer, at, only)),
    )
  })
}

/** What stands there by default is nobody's word. */
function isOpen(answer: Answer): boolean {
  return isMissing(answer) || answer.editedAt === null
}

function clearAnswer(answer: Answer, at: string, only?: Chosen): Answer {
  const value =
    answer.copiedFrom === null || only?.values.has(answer.id) === false
      ? {}
      : { ...initialAnswerValue(answer.field), editedAt: at, copiedFrom: null }
  const filesStay = only?.files.has(answer.id) === false
  const own = answer.media.filter(({ copiedFrom }) => filesStay || copiedFrom === null)
  if (!('value' in value) && own.length === answer.media.length) return answer
  return { ...answer, ...value, media: own }
}

/** Whether an answer still holds something that was copied into it and that nobody has touched. */
export function holdsCopy({ copiedFrom, media }: Answer): boolean {
  return copiedFrom !== null || media.some((one) => one.copiedFrom !== null)
}

/** All that a copy could bring, ticked, but the named answers. */
export function allButThese(section: Section, leftOut: ReadonlySet<string> = new Set()): Chosen {
  const ids = new Set(copyable(section).flatMap(({ id }) => (leftOut.has(id) ? [] : id)))
  return { values: ids, files: ids }
}

/** What is usual, but the named answer: of the next unit all that is alike, never its number. */
export function allUsualBut(section: Section, leftOut: string | undefined): Chosen {
  const usual = copyable(section).filter(({ id, field }) => id !== leftOut && !isFreeNote(field))
  return { values: new Set(usual.map(({ id }) => id)), files: new Set() }
}

/** What such a copy could bring: the newest sub-section's answers whose source holds something. */
export function copyable(section: Section): readonly Answer[] {
  const source = lastFilled(section)
  const newest = section.subSections.at(-1)
  if (!source || !newest) return []
  return newest.answers.filter((answer, index) => {
    const from = source.answers[index]
    return from && !from.hidden && isCopyable(answer.field) && (!isMissing(from) || from.media.length > 0)
  })
}

/** The nearest sub-section before the given one (the newest, where none is) that holds anything. */
export function lastFilled(
  section: Section,
  before: string | undefined = section.subSections.at(-1)?.id,
): SubSection | undefined {
  const end = section.subSections.findIndex(({ id }) => id === before)
  return section.subSections.slice(0, Math.max(0, end)).findLast(isFilled)
}

/** Whether it holds anything that a copy could bring. */
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
