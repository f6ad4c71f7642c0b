import { say } from '#contract/messages/say.ts'
import { type Position, positionOf } from './fields/position.ts'
import { asText, isReported } from './fields/registry.ts'
import { type DrawnSignature, signatureOf } from './fields/signature.ts'
import { isForGuests } from './for-guests.ts'
import { subSectionName, titleOf } from './numbering.ts'
import { shownPins } from './plans.ts'
import { progressText } from './progress.ts'
import type { Answer, MediaRef, Section, Survey } from './survey.ts'
import { withTitle } from './with-title.ts'

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
  readonly x: number
  readonly y: number
  readonly sectionId: string
  readonly partId: string
  /** 'Unit Survey 2 · Unit 4B' */
  readonly name: string
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
  /** '<section> 2 · Unit 4B' where the section is repeated or titled; null where it stands alone without a title. */
  readonly heading: string | null
  readonly rows: readonly ReportRow[]
}

export interface ReportRow {
  readonly answerId: string
  readonly label: string
  /** The answer as a person reads it; '' where nothing was given (shown as a dash). */
  readonly value: string
  readonly figures: readonly Figure[]
  /** Drawn above the value, which says who and when. */
  readonly signature?: DrawnSignature | undefined
  /** For readers who may open a map: it tells its provider the place. */
  readonly place?: Position | undefined
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
  /** Without what guests are not to see; their figures have the numbers that the owner's report gives them. */
  readonly forGuests?: boolean
}

export function reportOf(survey: Survey, options: ReportOptions = {}): ReportDocument {
  const hideEmpty = options.hideEmpty ?? survey.hideEmpty
  const showMedia = options.showMedia ?? survey.showMedia
  const figures = figureNumbers(showMedia)
  const isShown = (answer: Answer) => !options.forGuests || isForGuests(survey, answer)
  const all = survey.sections.map((section) => reportSection(section, figures, { hideEmpty, isShown }))
  const sections = hideEmpty ? all.filter(({ parts }) => parts.length > 0) : all
  return {
    surveyId: survey.id,
    name: survey.name,
    owner: survey.owner,
    createdBy: survey.createdBy,
    createdAt: survey.createdAt,
    lastEdited: survey.lastEdited,
    progress: progressText(survey),
    templateName: survey.template.name,
    timeZone: survey.timeZone,
    ...countMedia(survey, isShown),
    plans: showMedia ? reportPlans(survey, sections) : [],
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
    pins: shownPins(survey, plan).map(({ number, name, place, section, subSection }) => ({
      number,
      name,
      ...place,
      sectionId: section.id,
      partId: subSection.id,
      target: targets.get(subSection.id) ?? null,
    })),
  }))
}

type Numbering = (media: readonly MediaRef[]) => readonly Figure[]

interface Shown {
  readonly hideEmpty: boolean
  readonly isShown: (answer: Answer) => boolean
}

function reportSection(section: Section, figures: Numbering, { hideEmpty, isShown }: Shown): ReportSection {
  const repeated = section.subSections.length > 1
  const parts = section.subSections.map((subSection, index) => {
    const { id, answers } = subSection
    const title = titleOf(subSection)
    const shown = answers.filter(({ field, hidden }) => !hidden && isReported(field))
    const rows = shown
      .map((answer) => ({ answer, row: reportRow(answer, figures) }))
      .flatMap(({ answer, row }) => (isShown(answer) ? [row] : []))
    return {
      id,
      heading: repeated || title !== '' ? withTitle(subSectionName(section, index), title) : null,
      rows: hideEmpty ? rows.filter((row) => row.value !== '' || row.figures.length > 0) : rows,
    }
  })
  return {
    id: section.id,
    name: section.definition.name,
    parts: hideEmpty ? parts.filter(({ rows }) => rows.length > 0) : parts,
  }
}

function reportRow(answer: Answer, figures: Numbering): ReportRow {
  const signature = signatureOf(answer)
  const place = positionOf(answer)
  return {
    answerId: answer.id,
    label: answer.field.name,
    value: asText(answer),
    figures: figures(answer.media),
    ...(signature && { signature }),
    ...(place && { place }),
  }
}

/** Numbers photos and videos as they come, each kind by itself through the whole report. */
function figureNumbers(showMedia: boolean): Numbering {
  if (!showMedia) return () => []
  const last = { photo: 0, video: 0 }
  return (media) =>
    media.map(({ id, kind, description }) => {
      last[kind] += 1
      const label = say(kind === 'photo' ? 'media.photoNumber' : 'media.videoNumber', { number: last[kind] })
      return { mediaId: id, kind, label, caption: description.trim() }
    })
}

/** All that were uploaded, inside the report or not; what a condition hides is not spoken of. */
function countMedia(survey: Survey, isShown: Shown['isShown']): { photoCount: number; videoCount: number } {
  const kinds = survey.sections.flatMap(({ subSections }) =>
    subSections.flatMap(({ answers }) =>
      answers.flatMap((answer) =>
        answer.hidden || !isShown(answer) ? [] : answer.media.map(({ kind }) => kind),
      ),
    ),
  )
  const photoCount = kinds.filter((kind) => kind === 'photo').length
  return { photoCount, videoCount: kinds.length - photoCount }
}
