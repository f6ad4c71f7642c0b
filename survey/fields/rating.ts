import { t } from '#contract/messages/translate.ts'
import { numberPart } from './cell.ts'
import { type FieldKind, one, type Question, single, singleValue } from './kind.ts'

/** All ratings, the best last. */
export const ratings = ['1', '2', '3', '4', '5'] as const

const scale = { start: '1', end: '5', step: '1' }

/** One to five; conditions and calculations read the number. */
export const rating: FieldKind = {
  ...singleValue,
  compared: 'number',
  exported: [numberPart],
  xlsform: { type: 'range', words: [], appearance: 'rating', parameters: scale, matches: isRating },
  asText: ({ value }) => ratingText(value),
  clean: (_field, { value }) =>
    value === '' || (ratings as readonly string[]).includes(value)
      ? single(value)
      : { given: null, refusal: 'not-an-option' },
  example: () => one('4'),
}

/** '4 of 5' */
export function ratingText(value: string): string {
  return value === '' ? '' : t('fields.rated', { value, most: ratings.length })
}

/** Only a matching range with the rating appearance; any other XLSForm range is imported as a number. */
function isRating({ word, looks, parameters }: Question): boolean {
  const given = { step: '1', ...Object.fromEntries(parameters) }
  const fits = Object.entries(scale).every(([name, value]) => given[name as keyof typeof given] === value)
  return word === 'range' && looks.includes('rating') && fits
}
