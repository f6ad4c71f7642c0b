import readExif from 'exif-reader'
import { captureTime } from '../capture-time.ts'
import type { Position } from '../rendition.ts'

export interface Taken {
  readonly takenAt: string | null
  readonly position: Position | null
}

const nothing: Taken = { takenAt: null, position: null }

/** Reads time and place from an EXIF block; a damaged block yields none. */
export function takenFrom(block: Buffer | null | undefined): Taken {
  if (!block || block.length < 12) return nothing
  try {
    const { Photo, GPSInfo } = readExif(block)
    return {
      takenAt: localTime(block, Photo?.DateTimeOriginal, Photo?.OffsetTimeOriginal),
      position: position(GPSInfo),
    }
  } catch {
    return nothing
  }
}

/**
 * Returns the camera's clock as local time. The EXIF reader treats it as UTC and turns February 31 into March
 * 3, so the time counts only if the block contains it literally.
 */
function localTime(block: Buffer, clock: unknown, offset: unknown): string | null {
  if (!(clock instanceof Date) || Number.isNaN(clock.getTime())) return null
  const text = clock.toISOString().slice(0, 19)
  if (!block.includes(text.replaceAll('-', ':').replace('T', ' '), 0, 'latin1')) return null
  const zone = typeof offset === 'string' ? offset.replaceAll('\0', '').trim() : ''
  // An unknown offset is written as spaces around its colon.
  return captureTime(text, zone === ':' ? '' : zone)
}

function position(gps: Partial<Record<string, unknown>> | null | undefined): Position | null {
  if (!gps) return null
  const latitude = degrees(gps.GPSLatitude, gps.GPSLatitudeRef, 'S', 90)
  const longitude = degrees(gps.GPSLongitude, gps.GPSLongitudeRef, 'W', 180)
  if (latitude === null || longitude === null) return null
  // Cameras without a fix write zeros, a point in the Gulf of Guinea.
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude }
}

function degrees(parts: unknown, side: unknown, negative: string, most: number): number | null {
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > 3) return null
  const [whole, minutes = 0, seconds = 0] = parts.map(Number)
  const value = Number(whole) + minutes / 60 + seconds / 3600
  if (!Number.isFinite(value) || value < 0 || value > most) return null
  const rounded = Math.round(value * 1e7) / 1e7
  return typeof side === 'string' && side.startsWith(negative) ? -rounded : rounded
}
