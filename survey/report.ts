import { t } from '#contract/messages/translate.ts'
import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import { changedSinceSubmission } from './changed-since.ts'
import { holdsCopy } from './edit/copy-from-last.ts'
import type { AnswerParts } from './fields/kind.ts'
import { asText, filesOf, isReported, partsOf } from './fields/registry.ts'
import { figureNumbers } from './figures.ts'
import { forGuests, internalEarlier, internalFields, withoutInternal } from './for-guests.ts'
import { isAppendix, withAppendix } from './move/appendix.ts'
import { ownName, titledName, titleOf } from './numbering.ts'
import { pinMark, shownPins } from './plans.ts'
import { progressText } from './progress.ts'
import { type Answer, type MediaRef, type Section, type Survey, shownSections } from './survey.ts'

/** The report as a value: the PDF, the print page and the guest's view all draw this (spec §2 Report). */
export interface ReportDocument {
  readonly surveyId: string
  readonly name: string
  readonly owner: string
  readonly createdBy: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly lastEdited: string
  /** The same text as in the list: 'Completed' or '42% completed'. */
  readonly progress: string
  /** null = as it was submitted, or not submitted. A guest's count has no internal answer in it. */
  readonly changedSince?: ChangedSinceSubmission | null | undefined
  readonly templateName: string
  /** IANA name of the zone whose days it speaks of; null where nobody said. */
  readonly timeZone: string | null
  readonly photoCount: number
  readonly videoCount: number
  readonly plans: readonly ReportPlan[]
  readonly sections: readonly ReportSection[]
}

/** A floor plan with its pins, in front of the sections. */
export interface ReportPlan {
  readonly planId: string
  readonly name: string
  readonly pins: readonly ReportPin[]
}

export interface ReportPin {
  readonly number: number
  /** What is drawn on the plan: the identity ('203'), or `number` without one. */
  readonly mark: string
  readonly x: number
  readonly y: number
  readonly sectionId: string
  readonly partId: string
  /** '203', or 'Unit Survey 2' without an identity. */
  readonly name: string
  /** The section's name where `name` does not have it. */
  readonly within: string
  /** The heading that it leads to: `part-<id>`, `section-<id>`; null where the report leaves that part out. */
  readonly target: string | null
}

export interface ReportSection {
  readonly id: string
  readonly name: string
  readonly parts: readonly ReportPart[]
}

export interface ReportPart {
  readonly id: string
  /** '203', or '<section> 7' without an identity; null for a single part without a name of its own. */
  readonly heading: string | null
  readonly rows: readonly ReportRow[]
}

export interface ReportRow {
  readonly answerId: string
  readonly label: string
  /** The answer as a person reads it; '' where nothing was given (shown as a dash unless figures follow). */
  readonly value: string
  readonly figures: readonly Figure[]
  /** Drawn above the value, which says who and when. */
  readonly signature?: AnswerParts['signature'] | undefined
  /** For readers who may open a map: it tells its provider the place. */
  readonly place?: AnswerParts['place'] | undefined
  /** Guests never get it. */
  readonly internal?: true | undefined
  /** It was copied from elsewhere in the survey, and nobody has looked at it since. */
  readonly unchecked?: true | undefined
}

export interface Figure {
  readonly mediaId: string
  readonly kind: 'photo' | 'video'
  /** 'Photo 12', 'Video 3': numbered through the whole report. */
  readonly label: string
  readonly caption: string
}

/** Where the reader's choice differs from the survey's own. */
export interface ReportOptions {
  readonly showMedia?: boolean
  readonly hideEmpty?: boolean
  /** What guests may see, whatever else is chosen. Figures have the numbers that the owner's report gives them. */
  readonly forGuests?: boolean
  /** Where the owner's choice does not count: with what is internal, or without. */
  readonly showInternal?: boolean
}

export function reportOf(survey: Survey, options: ReportOptions = {}): ReportDocument {
  const hideEmpty = options.hideEmpty ?? survey.hideEmpty
  const showMedia = options.showMedia ?? survey.showMedia
  const internal = internalFields(survey.template)
  const forOwner = (options.showInternal ?? survey.showInternal) ? survey : withoutInternal(survey)
  const form = options.forGuests ? forGuests(survey) : forOwner
  const shown = withAppendix(form)
  const earlier = internalEarlier(survey)
  const drawing: Drawing = {
    hideEmpty,
    figures: showMedia ? figureNumbers(survey) : new Map(),
    isInternal: ({ field }) => internal.has(field.id) || earlier.has(field.id),
    isAppendix: (section) => isAppendix(survey, section),
  }
  const all = shownSections(shown).map((section) => reportSection(section, drawing))
  const sections = hideEmpty ? all.filter(({ parts }) => parts.length > 0) : all
  return {
    surveyId: survey.id,
    name: survey.name,
    owner: survey.owner,
    createdBy: survey.createdBy,
    createdAt: survey.createdAt,
    lastEdited: survey.lastEdited,
    progress: progressText(options.forGuests ? form : survey),
    changedSince: changedSinceSubmission(options.forGuests ? form : survey),
    templateName: survey.template.name,
    timeZone: survey.timeZone,
    ...countMedia(shown),
    plans: showMedia ? reportPlans(shown, sections) : [],
    sections,
  }
}

function reportPlans(survey: Survey, sections: readonly ReportSection[]): readonly ReportPlan[] {
  if (survey.plans.length === 0) return []
  const targets = new Map(
    sections.flatMap((section) =>
      section.parts.map(({ id, heading }) => [id, heading === null ? `section-${section.id}` : `part-${id}`]),
    ),
  )
  return survey.plans.map((plan) => ({
    planId: plan.id,
    name: plan.name,
    pins: shownPins(survey, plan).map(({ place, section, subSection, ...pin }) => ({
      number: pin.number,
      mark: pinMark(pin),
      name: pin.name,
      within: pin.within,
      ...place,
      sectionId: section.id,
      partId: subSection.id,
      target: targets.get(subSection.id) ?? null,
    })),
  }))
}

interface Drawing {
  readonly hideEmpty: boolean
  /** None where the report shows no photos and videos. */
  readonly figures: ReadonlyMap<string, number>
  readonly isInternal: (answer: Answer) => boolean
  /** Its parts have the names of those that they are from. */
  readonly isAppendix: (section: Section) => boolean
}

function reportSection(section: Section, drawing: Drawing): ReportSection {
  const { hideEmpty } = drawing
  const parts = section.subSections.map((subSection, index) => {
    const { id, answers } = subSection
    const rows = answers.filter(isShown).map((answer) => reportRow(answer, drawing))
    return {
      id,
      heading: drawing.isAppendix(section) ? titleOf(subSection) : headingOf(section, index),
      rows: hideEmpty ? rows.filter((row) => row.value !== '' || row.figures.length > 0) : rows,
    }
  })
  return {
    id: section.id,
    name: section.definition.name,
    parts: hideEmpty ? parts.filter(({ rows }) => rows.length > 0) : parts,
  }
}

function headingOf(section: Section, index: number): string | null {
  const subSection = section.subSections[index]
  const isNamed = subSection !== undefined && ownName(section, subSection) !== ''
  return isNamed || section.subSections.length > 1 ? titledName(section, index) : null
}

/** Marks beside a label. */
export function marksOf({ internal }: Pick<ReportRow, 'internal'>): readonly string[] {
  return internal ? [t('reports.internal')] : []
}

/** The rows of a part as a report draws them. Copied answers that nobody checked are listed once, before the others. */
export function drawnRows(rows: readonly ReportRow[]): readonly ReportRow[] {
  const labels = rows.filter(({ unchecked }) => unchecked).map(({ label }) => label)
  if (labels.length === 0) return rows
  const note = { answerId: 'unchecked', label: t('reports.unchecked'), value: labels.join(', '), figures: [] }
  return [note, ...rows]
}

/** Whether there is something in it that a customer is not to have. */
export function hasInternal({ sections }: ReportDocument): boolean {
  return sections.some(({ parts }) => parts.some(({ rows }) => rows.some((row) => row.internal)))
}

function isShown({ field, hidden }: Answer): boolean {
  return !hidden && isReported(field)
}

function reportRow(answer: Answer, { figures, isInternal }: Drawing): ReportRow {
  const shown = answer.media.flatMap((media) => figureOf(media, figures.get(media.id)))
  // Photos that are the answer say it themselves; '2 photos' is for reports without pictures.
  const isShownBelow = shown.length > 0 && filesOf(answer.field) !== null
  return {
    answerId: answer.id,
    label: answer.field.name,
    value: isShownBelow ? '' : asText(answer),
    figures: shown,
    ...partsOf(answer),
    ...(isInternal(answer) && { internal: true }),
    ...(holdsCopy(answer) && { unchecked: true }),
  }
}

function figureOf({ id, kind, description }: MediaRef, number: number | undefined): readonly Figure[] {
  if (number === undefined) return []
  const label = t(kind === 'photo' ? 'media.photoNumber' : 'media.videoNumber', { number })
  return [{ mediaId: id, kind, label, caption: description.trim() }]
}

/** All that were uploaded, inside the report or not; what a condition hides is not spoken of. */
function countMedia(survey: Survey): { readonly photoCount: number; readonly videoCount: number } {
  const kinds = survey.sections.flatMap(({ subSections }) =>
    subSections.flatMap(({ answers }) =>
      answers.filter(isShown).flatMap(({ media }) => media.map(({ kind }) => kind)),
    ),
  )
  const photoCount = kinds.filter((kind) => kind === 'photo').length
  return { photoCount, videoCount: kinds.length - photoCount }
}
