import type { FieldKind } from './kind.ts'
import { oneOf } from './one-of.ts'

export const radio: FieldKind = { ...oneOf, onPaper: { type: 'select_one', words: [] } }
