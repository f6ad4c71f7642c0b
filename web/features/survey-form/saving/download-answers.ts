import { valueShape } from '#survey/fields/registry.ts'
import { placeName } from '#survey/numbering.ts'
import type { Survey } from '#survey/survey.ts'
import { dayIn } from '#survey/time-zone.ts'
import { zoneOf } from '#web/lib/language/format.ts'

/** Downloads all answers as a file. */
export function downloadAnswers(survey: Survey): void {
  const { name, text } = answersFile(survey, new Date().toISOString())
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** All answers as displayed, as readable JSON. */
export function answersFile(survey: Survey, at: string): { readonly name: string; readonly text: string } {
  const content = {
    survey: { id: survey.id, name: survey.name, owner: survey.owner, template: survey.template.name },
    written_at: at,
    sections: survey.sections.flatMap((section) =>
      section.subSections.map((part, index) => ({
        id: part.id,
        name: placeName(section, index),
        answers: part.answers
          .filter(({ value, values }) => value !== '' || values.length > 0)
          .map(({ id, field, value, values, editedAt }) => ({
            id,
            field: field.name,
            value: valueShape(field) === 'values' ? values : value,
            ...(valueShape(field) === 'both' && { values }),
            edited_at: editedAt,
          })),
      })),
    ),
  }
  const safe = survey.name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'survey'
  return {
    name: `${safe}-${dayIn(at, zoneOf(survey.timeZone))}.json`,
    text: JSON.stringify(content, null, 2),
  }
}
