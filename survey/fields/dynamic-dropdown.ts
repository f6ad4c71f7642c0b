import type { FieldKind } from './kind.ts'
import { text, withoutEnds } from './text.ts'

/**
 * Its options are other answers of the survey, which may be renamed or removed later or reach this device
 * after the choice: any text is accepted, so that no choice is lost.
 */
export const dynamicDropdown: FieldKind = {
  asks: true,
  reported: true,
  speaksBy: 'value',
  both: null,
  isMissing: text.isMissing,
  asText: text.asText,
  clean: withoutEnds,
}
