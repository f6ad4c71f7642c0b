import type { GuestMediaItem } from '#contract/media-item.ts'
import { endingOf } from '#contract/rules/file-kind.ts'
import type { ShownSubSection } from '#contract/shown-section.ts'
import type { LoadedSurvey } from '#server/features/surveys/load.ts'
import type { MediaRow } from '#server/features/surveys/media-items.ts'
import { holdsCopy } from '#survey/edit/copy-from-last.ts'
import { asText, isMissing, isReported, partsOf } from '#survey/fields/registry.ts'
import { figureNumbers } from '#survey/figures.ts'
import { isForGuests } from '#survey/for-guests.ts'
import type { Answer } from '#survey/survey.ts'
import { mediaAddress, type Reader } from './addresses.ts'
import { isGuest, pick, shownRenditions, smallRenditions } from './policy.ts'

type Detail = ShownSubSection['user_survey_sub_section_details'][number]

/**
 * Answers as readers of the report see them: chosen field by field, so that what is added for owners stays with owners.
 */
export function presentAnswers({ survey, media }: LoadedSurvey, reader: Reader) {
  const rows = new Map(media.map((row) => [row.id, row]))
  const numbers = figureNumbers(survey)
  const isTheirs = (answer: Answer) => !isGuest(reader.holder) || isForGuests(survey, answer)
  const itemsOf = (answer: Answer, kind: MediaRow['kind']): GuestMediaItem[] =>
    (survey.showMedia ? answer.media : []).flatMap(({ id }) => {
      const row = rows.get(id)
      return row?.kind === kind ? [mediaItem(row, numbers.get(id) ?? 0, reader)] : []
    })
  const present = (answer: Answer): Detail => ({
    id: answer.id,
    field_name: answer.field.name,
    field_type: answer.field.type,
    field_value: answer.value,
    // Who is to sign is told with the signature, not before.
    field_value_multiple: isMissing(answer) ? [] : [...answer.values],
    field_text: asText(answer),
    ...signed(answer),
    ...(holdsCopy(answer) && { field_unchecked: true }),
    photos: itemsOf(answer, 'photo'),
    videos: itemsOf(answer, 'video'),
  })
  const isFilled = (answer: Answer) => asText(answer) !== '' || (survey.showMedia && answer.media.length > 0)
  return (answers: readonly Answer[]): Detail[] =>
    answers
      .filter((answer) => !answer.hidden && isReported(answer.field) && isTheirs(answer))
      .filter((answer) => !survey.hideEmpty || isFilled(answer))
      .map(present)
}

function signed(answer: Answer): Pick<Detail, 'field_signature'> {
  const { signature } = partsOf(answer)
  return signature ? { field_signature: { ...signature } } : {}
}

/** The name that a file was uploaded with may tell of people: guests get its number in the report. */
function mediaItem(row: MediaRow, number: number, reader: Reader): GuestMediaItem {
  const shown = pick(row.renditions, shownRenditions(reader.holder, row.kind))
  const small = pick(row.renditions, smallRenditions)
  const contentType = shown?.contentType ?? small?.contentType ?? 'application/octet-stream'
  const plain = `${row.kind}-${String(number).padStart(4, '0')}.${endingOf(contentType)}`
  return {
    id: row.id,
    filename: isGuest(reader.holder) ? plain : row.filename,
    content_type: contentType,
    description: row.description,
    url: shown && mediaAddress(reader, row, shown.name),
    thumbnail_url: small && mediaAddress(reader, row, small.name),
    width: shown?.width ?? small?.width ?? null,
    height: shown?.height ?? small?.height ?? null,
  }
}
