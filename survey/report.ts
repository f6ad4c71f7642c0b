import { t } from '#contract/messages/translate.ts'
import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import { changedSinceSubmission } from './changed-since.ts'
import { hasUncheckedCopy } from './edit/copy-from-last.ts'
import type { AnswerParts } from './fields/kind.ts'
import { asText, filesOf, isReported, partsOf } from './fields/registry.ts'
import { figureNumbers } from './figures.ts'
import { forGuests, internalEarlierFields, internalFields, withoutInternal } from './for-guests.ts'
import { isAppendix, withAppendix } from './move/appendix.ts'
import { ownName, titledName, titleOf } from './numbering.ts'
import { pinMark, shownPins } from './plans.ts'
import { progressText } from './progress.ts'
import { type Answer, type MediaRef, type Section, type Survey, shownSections } from './survey.ts'

/** The report as a value, drawn by the PDF, the print page and the guest view (specification §2 Report). */
export interface ReportDocument {
  readonly surveyId: string
  readonly name: string
  readonly owner: string
  readonly createdBy: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly lastEdited: string
  /** The text in the list: 'Completed' or '42% completed'. */
  readonly progress: string
  /** null = unchanged since submission, or not submitted. A guest's count excludes internal answers. */
  readonly changedSince?: ChangedSinceSubmission | null | undefined
  readonly templateName: string
  /** IANA name of the time zone of its dates; null = unknown. */
  readonly timeZone: string | null
  readonly photoCount: number
  readonly videoCount: number
  readonly plans: readonly ReportPlan[]
  readonly sections: readonly ReportSection[]
}

/** A floor plan with its pins, shown before the sections. */
export interface ReportPlan {
  readonly planId: string
  readonly name: string
  readonly pins: readonly ReportPin[]
}

export interface ReportPin {
  readonly number: number
  /** The mark on the plan: the identity ('203'), or `number` without one. */
  readonly mark: string
  readonly x: number
  readonly y: number
  readonly sectionId: string
  readonly partId: string
  /** '203', or 'Unit Survey 2' without an identity. */
  readonly name: string
  /** The section's name if `name` doesn't contain it. */
  readonly within: string
  /** The anchor it links to: `part-<id>`, `section-<id>`; null if the report omits that part. */
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
  /** The answer as text; '' if empty (shown as a dash unless figures follow). */
  readonly value: string
  readonly figures: readonly Figure[]
  /** Drawn above the value, which contains name and time. */
  readonly signature?: AnswerParts['signature'] | undefined
  /** For readers who may open a map, which reveals the place to its provider. */
  readonly place?: AnswerParts['place'] | undefined
  /** Never sent to guests. */
  readonly internal?: true | undefined
  /** Copied within the survey and not checked since. */
  readonly unchecked?: true | undefined
}

export interface Figure {
  readonly mediaId: string
  readonly kind: 'photo' | 'video'
  /** 'Photo 12', 'Video 3': numbered through the whole report. */
  readonly label: string
  readonly caption: string
}

/** The reader's choices that override the survey's own. */
export interface ReportOptions {
  readonly showMedia?: boolean
  readonly hideEmpty?: boolean
  /**
   * Only content for guests, overriding the other options. Figure numbers equal those in the owner's report.
   */
  readonly forGuests?: boolean
  /** Overrides the owner's choice: with or without internal answers. */
  readonly showInternal?: boolean
}

export function reportOf(survey: Survey, options: ReportOptions = {}): ReportDocument {
  const hideEmpty = options.hideEmpty ?? survey.hideEmpty
  const showMedia = options.showMedia ?? survey.showMedia
  const internal = internalFields(survey.template)
  const forOwner = (options.showInternal ?? survey.showInternal) ? survey : withoutInternal(survey)
  const form = options.forGuests ? forGuests(survey) : forOwner
  const shown = withAppendix(form)
  const earlier = internalEarlierFields(survey)
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
  /** Empty if the report shows no media. */
  readonly figures: ReadonlyMap<string, number>
  readonly isInternal: (answer: Answer) => boolean
  /** Its parts are titled with their original names. */
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

/** Returns the marks beside a label. */
export function marksOf({ internal }: Pick<ReportRow, 'internal'>): readonly string[] {
  return internal ? [t('reports.internal')] : []
}

/** Returns the displayed rows of a part. Unchecked copied answers are listed once, before the others. */
export function displayedRows(rows: readonly ReportRow[]): readonly ReportRow[] {
  const labels = rows.filter(({ unchecked }) => unchecked).map(({ label }) => label)
  if (labels.length === 0) return rows
  const note = { answerId: 'unchecked', label: t('reports.unchecked'), value: labels.join(', '), figures: [] }
  return [note, ...rows]
}

/** Whether the report contains anything internal. */
export function hasInternal({ sections }: ReportDocument): boolean {
  return sections.some(({ parts }) => parts.some(({ rows }) => rows.some((row) => row.internal)))
}

function isShown({ field, hidden }: Answer): boolean {
  return !hidden && isReported(field)
}

function reportRow(answer: Answer, { figures, isInternal }: Drawing): ReportRow {
  const shown = answer.media.flatMap((media) => figureOf(media, figures.get(media.id)))
  // Photos of a photo question replace its text; '2 photos' is for reports without pictures.
  const isShownBelow = shown.length > 0 && filesOf(answer.field) !== null
  return {
    answerId: answer.id,
    label: answer.field.name,
    value: isShownBelow ? '' : asText(answer),
    figures: shown,
    ...partsOf(answer),
    ...(isInternal(answer) && { internal: true }),
    ...(hasUncheckedCopy(answer) && { unchecked: true }),
  }
}

function figureOf({ id, kind, description }: MediaRef, number: number | undefined): readonly Figure[] {
  if (number === undefined) return []
  const label = t(kind === 'photo' ? 'media.photoNumber' : 'media.videoNumber', { number })
  return [{ mediaId: id, kind, label, caption: description.trim() }]
}

/** Counts all uploaded media, shown in the report or not, except on hidden answers. */
function countMedia(survey: Survey): { readonly photoCount: number; readonly videoCount: number } {
  const kinds = survey.sections.flatMap(({ subSections }) =>
    subSections.flatMap(({ answers }) =>
      answers.filter(isShown).flatMap(({ media }) => media.map(({ kind }) => kind)),
    ),
  )
  const photoCount = kinds.filter((kind) => kind === 'photo').length
  return { photoCount, videoCount: kinds.length - photoCount }
}
