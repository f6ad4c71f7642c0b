import { plainText } from '#contract/rules/plain-text.ts'
import type { FieldKind } from './kind.ts'
import { text } from './text.ts'

/** What a barcode or QR code says, read by the camera or typed. */
export const barcode: FieldKind = {
  ...text,
  both: null,
  clean: (field, raw) => text.clean(field, { value: plainText(raw.value).trim(), values: [] }),
}
