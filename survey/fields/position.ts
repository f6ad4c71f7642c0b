import type { Cell, ExportedAnswer } from './cell.ts'
import { type FieldKind, one, single, singleValue } from './kind.ts'

export interface Position {
  readonly latitude: number
  readonly longitude: number
  /** Meters; null if the device doesn't report it. */
  readonly accuracy: number | null
}

const shape = /^(-?\d{1,2}(?:\.\d{1,7})?) (-?\d{1,3}(?:\.\d{1,7})?)(?: (\d{1,7}))?$/

/** 'latitude longitude accuracy': degrees (WGS 84) and whole meters. */
export const position: FieldKind = {
  ...singleValue,
  copyable: false,
  compared: 'presence',
  revealsPlace: true,
  xlsform: { type: 'geopoint', words: ['geopoint', 'gps', 'location'] },
  parts({ value }) {
    const place = readPosition(value)
    return place ? { place } : {}
  },
  asText: ({ value }) => {
    const read = readPosition(value)
    if (!read) return ''
    const place = placeText(read)
    return read.accuracy === null ? place : `${place} (±${read.accuracy} m)`
  },
  exported: [
    { key: 'latitude', unit: '°', cell: partOf('latitude') },
    { key: 'longitude', unit: '°', cell: partOf('longitude') },
    { key: 'accuracy', unit: 'm', cell: partOf('accuracy') },
  ],
  clean: (_field, { value }) =>
    value === '' || readPosition(value) ? single(value) : { given: null, refusal: 'not-readable' },
  /** A default position would be false. */
  fromDefault: null,
  example: () => one('40.7484 -73.9857 5'),
}

/** Parses a stored position; null if it is not a position on Earth. */
export function readPosition(value: string): Position | null {
  const [, latitude, longitude, accuracy] = shape.exec(value) ?? []
  if (latitude === undefined || longitude === undefined) return null
  const metres = accuracy === undefined ? null : Number(accuracy)
  return onEarth({ latitude: Number(latitude), longitude: Number(longitude), accuracy: metres })
}

function partOf(name: keyof Position) {
  return ({ value }: ExportedAnswer): Cell => readPosition(value)?.[name] ?? null
}

export function writePosition({ latitude, longitude, accuracy }: Position): string {
  const place = `${degrees(latitude)} ${degrees(longitude)}`
  return accuracy === null ? place : `${place} ${Math.min(9_999_999, Math.round(accuracy))}`
}

/** '40.712800, -74.006000' */
export function placeText({ latitude, longitude }: Position): string {
  return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
}

const typed =
  /^([-+−]?)(\d{1,2}(?:\.\d+)?)\s*°?\s*([NS]?)(?:\s*[,;]\s*|\s+)([-+−]?)(\d{1,3}(?:\.\d+)?)\s*°?\s*([EW]?)$/i

/**
 * Parses a typed or pasted position: '40.7128, -74.006', '40.7128° N 74.006° W'. Returns null if the text is
 * not a position.
 */
export function readTyped(text: string): Position | null {
  const [, sign1, latitude, north, sign2, longitude, east] = typed.exec(text.trim()) ?? []
  if (latitude === undefined || longitude === undefined) return null
  const south = isMinus(sign1) !== (north?.toUpperCase() === 'S')
  const west = isMinus(sign2) !== (east?.toUpperCase() === 'W')
  return onEarth({
    latitude: south ? -Number(latitude) : Number(latitude),
    longitude: west ? -Number(longitude) : Number(longitude),
    accuracy: null,
  })
}

function isMinus(sign: string | undefined): boolean {
  return sign === '-' || sign === '−'
}

function onEarth(place: Position): Position | null {
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null
}

/** Writes seven decimals (one centimeter), never as '1e-7' or '-0'. */
function degrees(angle: number): string {
  const text = angle.toFixed(7).replace(/\.?0+$/, '')
  return text === '-0' ? '0' : text
}
