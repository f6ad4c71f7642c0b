import type { FieldKind } from './kind.ts'
import { text, withoutEnds } from './text.ts'

/** What a barcode or QR code says, read by the camera or typed. */
export const barcode: FieldKind = { ...text, both: null, clean: withoutEnds }
