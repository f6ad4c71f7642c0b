import type { FieldKind } from './kind.ts'
import { oneOf } from './one-of.ts'

export const select: FieldKind = {
  ...oneOf,
  xlsform: { type: 'select_one', words: [], appearance: 'minimal' },
}
