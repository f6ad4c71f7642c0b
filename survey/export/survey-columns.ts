import type { MessageKey } from '#contract/messages/catalogue.ts'
import { t } from '#contract/messages/translate.ts'
import type { ReviewState } from '#contract/surveys/review-on-wire.ts'
import type { Cell, Moment } from '../fields/cell.ts'
import { asText } from '../fields/registry.ts'
import { earlierLines } from '../move/earlier-lines.ts'
import { titledName } from '../numbering.ts'
import type { Section, Survey } from '../survey.ts'
import { clockText } from '../time-zone.ts'
import type { ExportedSurvey } from './exported-survey.ts'
import type { ExportOptions } from './options.ts'

/** A column about the survey or sub-section itself. */
export interface OwnColumn<Of> {
  readonly key: string
  readonly label: MessageKey
  cell(of: Of): Cell
}

const reviewLabels: Readonly<Record<ReviewState, MessageKey>> = {
  sent_back: 'reviews.chipSentBack',
  resubmitted: 'reviews.chipResubmitted',
  accepted: 'reviews.chipAccepted',
}

const id: OwnColumn<ExportedSurvey> = {
  key: 'survey_id',
  label: 'exportTables.surveyId',
  cell: ({ survey }) => survey.id,
}
const name: OwnColumn<ExportedSurvey> = {
  key: 'survey_name',
  label: 'exportTables.surveyName',
  cell: ({ survey }) => survey.name || null,
}

/** Returns the first columns of the surveys' table. */
export function surveyColumns({ values, reviewState }: ExportOptions): readonly OwnColumn<ExportedSurvey>[] {
  const asValues = values === 'values'
  const review: OwnColumn<ExportedSurvey> = {
    key: 'review',
    label: 'exportTables.review',
    cell: ({ review }) => (review === null || asValues ? review : t(reviewLabels[review])),
  }
  return [
    id,
    name,
    { key: 'template', label: 'exportTables.template', cell: ({ survey }) => survey.template.name },
    {
      key: 'template_version',
      label: 'exportTables.templateVersion',
      cell: ({ survey }) => survey.template.version,
    },
    { key: 'owner', label: 'exportTables.owner', cell: ({ survey }) => survey.owner || null },
    { key: 'created_by', label: 'exportTables.createdBy', cell: ({ survey }) => survey.createdBy || null },
    {
      key: 'created_at',
      label: 'exportTables.createdAt',
      cell: ({ survey }) => momentIn(survey, survey.createdAt),
    },
    {
      key: 'last_edited',
      label: 'exportTables.lastEdited',
      cell: ({ survey }) => momentIn(survey, survey.lastEdited),
    },
    { key: 'time_zone', label: 'exportTables.timeZone', cell: ({ survey }) => survey.timeZone },
    {
      key: 'status',
      label: 'exportTables.status',
      cell: ({ survey: { status } }) => (asValues ? status : statusText(status)),
    },
    {
      key: 'changed_since_submission',
      label: 'exportTables.changedSince',
      cell: ({ survey }) => yesNo(survey.changedSinceSubmission === true, asValues),
    },
    ...(reviewState ? [review] : []),
  ]
}

/** A sub-section's place in its survey. */
export interface PartPlace {
  readonly exported: ExportedSurvey
  readonly section: Section
  readonly index: number
}

/** The first columns of a repeated section's table. */
export const partColumns: readonly OwnColumn<PartPlace>[] = [
  ...[id, name].map((column) => ({ ...column, cell: ({ exported }: PartPlace) => column.cell(exported) })),
  {
    key: 'sub_section_id',
    label: 'exportTables.partId',
    cell: ({ section, index }) => section.subSections[index]?.id ?? null,
  },
  { key: 'sub_section_number', label: 'exportTables.partNumber', cell: ({ index }) => index + 1 },
  {
    key: 'sub_section_name',
    label: 'exportTables.partName',
    cell: ({ section, index }) => titledName(section, index),
  },
  {
    key: 'sub_section_title',
    label: 'exportTables.partTitle',
    cell({ section, index }) {
      const part = section.subSections[index]
      return (part && asText(part.title)) || null
    },
  },
]

/** Lists the answers without a place: 'Roof · North: Slope: 12', with the names of their files. */
export const earlierAnswersColumn: OwnColumn<ExportedSurvey> = {
  key: 'earlier_answers',
  label: 'exportTables.earlierAnswers',
  cell({ survey, media }) {
    if (!survey.earlierAnswers) return null
    const lines = earlierLines(survey).map((line) => {
      const place = [line.section, line.subSection].filter((part) => part !== '').join(' · ')
      const files = line.media.map(({ id }) => media.get(id)?.path ?? id)
      return `${place}: ${line.field}: ${[line.value, ...files].filter((text) => text !== '').join('; ')}`
    })
    return lines.length === 0 ? null : lines
  },
}

function statusText(status: Survey['status']): string {
  return t(status === 'Completed' ? 'surveys.stateCompleted' : 'surveys.stateStarted')
}

function yesNo(is: boolean, asValues: boolean): string {
  if (asValues) return is ? 'Yes' : 'No'
  return t(is ? 'fields.yes' : 'fields.no')
}

/** Returns an instant in the survey's time zone, in UTC without one. */
function momentIn({ timeZone }: Survey, instant: string): Moment {
  const text = clockText(new Date(instant), timeZone).replace(' ', 'T')
  return { kind: 'both', text, zone: timeZone ?? 'UTC' }
}
