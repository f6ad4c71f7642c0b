import { type FieldKind, singleValue } from './kind.ts'
import { cleanTrimmed, exampleText, text } from './text.ts'

/**
 * A choice among other answers of the survey. Those may be renamed, removed or received after the choice, so
 * any text is accepted and no choice is lost.
 */
export const dynamicDropdown: FieldKind = {
  ...singleValue,
  properties: ['dropdownOf'],
  compared: 'text',
  xlsform: { type: 'text', words: [] },
  isMissing: text.isMissing,
  asText: text.asText,
  clean: cleanTrimmed,
  /** The template doesn't know the options. */
  fromDefault: null,
  /** The same example text as the field that provides the options. */
  example: exampleText,
}
