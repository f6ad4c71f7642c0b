import { type FieldKind, one, singleValue } from './kind.ts'
import { cleanTrimmed, text } from './text.ts'

/** The text of a barcode or QR code, scanned by the camera or typed. */
export const barcode: FieldKind = {
  ...singleValue,
  compared: 'text',
  isMissing: text.isMissing,
  asText: text.asText,
  clean: cleanTrimmed,
  xlsform: { type: 'barcode', words: ['barcode'] },
  example: () => one('4006381333931'),
}
