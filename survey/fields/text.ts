import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import { cut, plainText } from '#contract/rules/plain-text.ts'
import type { TemplateField } from '../template.ts'
import { type AnswerValue, type FieldKind, one, single, singleValue } from './kind.ts'

/** Shared by single-line and multi-line text. */
const words = {
  ...singleValue,
  family: 'text',
  compared: 'text',
  isMissing: ({ value }) => value.trim() === '',
  asText: ({ value }) => value.trim(),
  /** Spaces at the ends stay: the user may be about to type the next word. */
  clean({ maxLength = limits.answerMax }, raw) {
    const value = plainText(raw.value)
    return value.length > maxLength ? single(cut(value, maxLength), 'too-long') : single(value)
  },
} as const satisfies Partial<FieldKind>

export const text: FieldKind = {
  ...words,
  properties: ['adds', 'dictation', 'maxLength'],
  hints: true,
  xlsform: { type: 'text', words: ['text', 'string', 'phone_number'] },
  identifies: ({ dictation }) => !dictation,
  isFreeNote: ({ dictation }) => dictation,
  combine: joined(' / '),
  example: exampleText,
}

/** Multi-line text. */
export const longText: FieldKind = {
  ...words,
  properties: ['dictation', 'maxLength'],
  xlsform: {
    type: 'text',
    words: [],
    appearance: 'multiline',
    matches: ({ looks }, read) => read === 'text' && looks.includes('multiline'),
  },
  isFreeNote: () => true,
  combine: joined('\n'),
  example: () => one(t('builder.sampleLongText')),
}

/** Trims the text, again after removing invalid characters and cutting to the limit. */
export const cleanTrimmed: FieldKind['clean'] = (field, raw) => {
  const { given, refusal } = text.clean(field, { value: plainText(raw.value).trim(), values: [] })
  return single(given?.value.trimEnd() ?? '', refusal)
}

/**
 * Joins two answers and skips parts that the first already contains, so joined answers can be joined again.
 */
function joined(between: string): FieldKind['combine'] {
  return (own, other) => {
    const said = new Set(partsOf(own, between))
    const parts = partsOf(other, between)
    const more = parts.filter((part) => !said.has(part))
    if (more.length === 0) return own
    const added = more.length === parts.length ? other.value.trim() : more.join(between)
    return { value: `${own.value.trim()}${between}${added}`, values: [] }
  }
}

function partsOf({ value }: AnswerValue, between: string): readonly string[] {
  return value
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Returns an example text: a place name if the field defines or offers places. */
export function exampleText({ adds, dropdownOf }: TemplateField): AnswerValue {
  const place = adds ?? dropdownOf
  if (place === 'Building') return one(t('builder.sampleBuilding'))
  return one(t(place === 'Floor' ? 'builder.sampleFloor' : 'builder.sampleText'))
}
