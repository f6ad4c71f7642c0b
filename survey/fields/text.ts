import { limits } from '#contract/limits.ts'
import { cut, plainText } from '#contract/rules/plain-text.ts'
import { type FieldKind, type Given, single } from './kind.ts'

export const text: FieldKind = {
  asks: true,
  reported: true,
  speaksBy: 'value',
  isMissing: ({ value }) => value.trim() === '',
  asText: ({ value }) => value.trim(),
  /** Spaces at the ends stay: they are typed before the next word is. */
  clean({ maxLength = limits.answerMax }, raw) {
    const value = plainText(raw.value)
    return value.length > maxLength ? single(cut(value, maxLength), 'too-long') : single(value)
  },
  both: joined(' / '),
}

/** The same on more than one line. */
export const longText: FieldKind = { ...text, both: joined('\n') }

/** Text without spaces at its ends, also where what cannot be kept stood behind them, or the limit cuts. */
export const withoutEnds: FieldKind['clean'] = (field, raw) => {
  const { given, refusal } = text.clean(field, { value: plainText(raw.value).trim(), values: [] })
  return single(given?.value.trimEnd() ?? '', refusal)
}

/** What the first says already is not said again: so answers that were joined before can be joined with more. */
function joined(between: string): FieldKind['both'] {
  return (own, other) => {
    const said = new Set(partsOf(own, between))
    const parts = partsOf(other, between)
    const more = parts.filter((part) => !said.has(part))
    if (more.length === 0) return own
    const added = more.length === parts.length ? other.value.trim() : more.join(between)
    return { value: `${own.value.trim()}${between}${added}`, values: [] }
  }
}

function partsOf({ value }: Given, between: string): readonly string[] {
  return value
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
