import type { FieldKind } from './kind.ts'
import { oneOf } from './one-of.ts'

export const radio: FieldKind = { ...oneOf, xlsform: { type: 'select_one', words: [] } }
