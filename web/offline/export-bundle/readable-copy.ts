import { placeNameOf } from '#survey/numbering.ts'
import type { Survey } from '#survey/survey.ts'
import { csvCell } from '#web/lib/files/csv-cell.ts'
import { t } from '#web/lib/language/translate.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { answerText } from '../store/answer-text.ts'
import type { BundleRows } from './collect-rows.ts'

interface Place {
  readonly part: string
  readonly field: string
}

/** Display names of places in surveys. */
export interface Places {
  /** Sub-section and field of each answer. */
  readonly answers: ReadonlyMap<string, Place>
  readonly surveys: ReadonlyMap<string, string>
}

export async function placesOf(account: string, { surveys, entries }: BundleRows): Promise<Places> {
  const answers = new Map<string, Place>()
  const names = new Map(surveys.map(({ detail }) => [detail.id, detail.survey_name]))
  for (const id of new Set(entries.map(({ survey }) => survey))) {
    const loaded = await loadSurvey(account, id)
    if (loaded) putPlaces(loaded.survey, answers)
  }
  return { answers, surveys: names }
}

function putPlaces(survey: Survey, answers: Map<string, Place>): void {
  for (const section of survey.sections) {
    for (const part of section.subSections) {
      for (const { id, field } of part.answers) {
        answers.set(id, { part: placeNameOf(section, part), field: field.name })
      }
    }
  }
}

/** Returns all unsent answers as CSV. */
export function answersTable({ answers }: BundleRows, places: Places): string {
  const head = ['columnSurvey', 'columnPart', 'columnField', 'columnAnswer', 'columnTime'] as const
  const lines = answers.map((row) => {
    const place = places.answers.get(row.id)
    const survey = places.surveys.get(row.survey) ?? ''
    return [survey, place?.part ?? '', place?.field ?? row.name, answerText(row), row.editedAt]
  })
  const words = head.map((column) => t(`storage.${column}`))
  // The byte order mark makes spreadsheets read it as UTF-8.
  return `\uFEFF${[words, ...lines].map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/** Builds a path that is valid on every system. */
export function plainPath(...parts: readonly string[]): string {
  return parts
    .map((part) =>
      part
        .normalize('NFC')
        .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
        .replace(/\s+/g, ' '),
    )
    .map(
      (part) =>
        part
          .trim()
          .replace(/^\.+|\.+$/g, '')
          .slice(0, 60)
          .trim() || '-',
    )
    .join('/')
}
