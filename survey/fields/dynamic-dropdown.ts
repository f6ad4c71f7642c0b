import { type FieldKind, singleValue } from './kind.ts'
import { exampleText, text, withoutEnds } from './text.ts'

/**
 * Its options are other answers of the survey, which may be renamed or removed later or reach this device
 * after the choice: any text is accepted, so that no choice is lost.
 */
export const dynamicDropdown: FieldKind = {
  ...singleValue,
  properties: ['dropdownOf'],
  compared: 'text',
  onPaper: { type: 'text', words: [] },
  isMissing: text.isMissing,
  asText: text.asText,
  clean: withoutEnds,
  /** What it offers is not the template's to know. */
  fromDefault: null,
  /** A choice among what the survey has so far finds the same words. */
  example: exampleText,
}
