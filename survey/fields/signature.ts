import type { FieldKind } from './kind.ts'

/** The paper that a signature is written on: its strokes are in these units. */
export const signaturePaper = { width: 600, height: 200 } as const

/** Strokes as an SVG path of whole numbers: 'M12 40L13 42…'. Prints sharp at any size and weighs little. */
const strokes = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})*)+$/

/** The strokes in `value`; who signed and when (ISO 8601) in `values`. */
export const signature: FieldKind = {
  asks: true,
  speaksBy: 'both',
  isMissing: ({ value }) => value === '',
  asText: ({ value, values }) => {
    if (value === '') return ''
    const name = (values[0] ?? '').trim()
    return name === '' ? 'Signed' : `Signed by ${name}`
  },
  clean(_field, raw) {
    const [name = '', at = ''] = raw.values
    const fits =
      (raw.value === '' || strokes.test(raw.value)) &&
      raw.values.length <= 2 &&
      name.length <= 200 &&
      (at === '' || !Number.isNaN(Date.parse(at)))
    return fits
      ? { given: { value: raw.value, values: raw.value === '' ? [] : raw.values }, refusal: null }
      : { given: null, refusal: 'not-readable' }
  },
}
