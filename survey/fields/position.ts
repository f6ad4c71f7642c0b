import { type FieldKind, single } from './kind.ts'

export interface Position {
  readonly latitude: number
  readonly longitude: number
  /** Metres; null where the device does not say. */
  readonly accuracy: number | null
}

const shape = /^(-?\d{1,2}(?:\.\d{1,7})?) (-?\d{1,3}(?:\.\d{1,7})?)(?: (\d{1,7}))?$/

/** 'latitude longitude accuracy': degrees (WGS 84) and whole metres. */
export const position: FieldKind = {
  asks: true,
  speaksBy: 'value',
  isMissing: ({ value }) => value === '',
  asText: ({ value }) => {
    const read = readPosition(value)
    if (!read) return ''
    const place = `${read.latitude.toFixed(6)}, ${read.longitude.toFixed(6)}`
    return read.accuracy === null ? place : `${place} (±${read.accuracy} m)`
  },
  clean: (_field, { value }) =>
    value === '' || readPosition(value) ? single(value) : { given: null, refusal: 'not-readable' },
}

/** null for what is no position on earth. */
export function readPosition(value: string): Position | null {
  const [, latitude, longitude, accuracy] = shape.exec(value) ?? []
  if (latitude === undefined || longitude === undefined) return null
  if (Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) return null
  return {
    latitude: Number(latitude),
    longitude: Number(longitude),
    accuracy: accuracy === undefined ? null : Number(accuracy),
  }
}

export function writePosition({ latitude, longitude, accuracy }: Position): string {
  const place = `${Number(latitude.toFixed(7))} ${Number(longitude.toFixed(7))}`
  return accuracy === null ? place : `${place} ${Math.round(accuracy)}`
}
