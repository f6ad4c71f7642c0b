import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import { cut, plainText } from '#contract/rules/plain-text.ts'
import { textCell } from './cell.ts'
import { clockText, dayText, isClock, isDay } from './day.ts'
import { type AnswerValue, type FieldKind, singleValue } from './kind.ts'
import { readStrokes } from './strokes.ts'

/** Stored in place of strokes if the name was typed. */
export const typedSignature = 'typed'

/** A signature as shown in the report. */
export interface DrawnSignature {
  /** '' if no name was entered. */
  readonly name: string
  /** An SVG path on `signaturePaper`; '' for a typed signature. */
  readonly path: string
}

/**
 * A signature. `value`: the strokes, or 'typed'. `values`: the signer's name and the local time with its UTC
 * offset ('2026-11-21T15:04:00-05:00'). The name may be entered before the signature.
 */
export const signature: FieldKind = {
  ...singleValue,
  valueShape: 'both',
  copyable: false,
  compared: 'presence',
  xlsform: {
    type: 'image',
    words: [],
    appearance: 'signature',
    matches: ({ word, looks }) => looks.includes('signature') && /^(image|photo)$/.test(word),
  },
  parts(given) {
    const signature = signatureOf(given)
    return signature ? { signature } : {}
  },
  asText: ({ value, values }) => {
    if (value === '') return ''
    const [name = '', at = ''] = values
    const signed = name.trim() === '' ? t('fields.signed') : t('fields.signedBy', { name: name.trim() })
    const how = value === typedSignature ? t('fields.typed', { signed }) : signed
    return at === '' ? how : `${how}, ${dayText(at.slice(0, 10))} ${clockText(at.slice(11, 16))}`
  },
  asPlainText({ value, values: [name = '', at = ''] }) {
    if (value === '') return name
    const when = at === '' ? '' : `${dayText(at.slice(0, 10))} ${clockText(at.slice(11, 16))}`
    return [t('fields.signature'), name, when].filter((word) => word !== '').join(', ')
  },
  exported: [
    {
      key: '',
      cell({ value }, _field, { asValues }) {
        if (value === '') return null
        const isTyped = value === typedSignature
        if (asValues) return isTyped ? typedSignature : 'drawn'
        return t(isTyped ? 'exportTables.signatureTyped' : 'exportTables.signatureDrawn')
      },
    },
    { key: 'signer', cell: ({ values: [name = ''] }) => textCell(name) },
    {
      key: 'signed_at',
      cell: ({ values: [, at = ''] }) =>
        at === '' ? null : { kind: 'both', text: at.slice(0, 19), offset: at.slice(19), zone: null },
    },
  ],
  clean(_field, raw) {
    const [name = '', at = ''] = raw.values
    const kept = cut(plainText(name), limits.signerMax)
    const signed = raw.value !== ''
    const fits =
      (!signed || (raw.value === typedSignature ? kept.trim() !== '' : readStrokes(raw.value) !== null)) &&
      raw.values.length <= 2 &&
      (at === '' || isMoment(at))
    if (!fits) return { given: null, refusal: 'not-readable' }
    const values = signed && at !== '' ? [kept, at] : kept === '' ? [] : [kept]
    return { given: { value: raw.value, values }, refusal: kept === plainText(name) ? null : 'too-long' }
  },
  /** A default signature would be false. */
  fromDefault: null,
  example: () => ({ value: typedSignature, values: [t('builder.sampleName')] }),
}

/** Returns the signature; null if unsigned. */
export function signatureOf({ value, values }: AnswerValue): DrawnSignature | null {
  if (value === '') return null
  return { name: (values[0] ?? '').trim(), path: value === typedSignature ? '' : value }
}

function isMoment(text: string): boolean {
  return (
    isDay(text.slice(0, 10)) &&
    text[10] === 'T' &&
    isClock(text.slice(11, 16)) &&
    /^:[0-5]\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/.test(text.slice(16))
  )
}
