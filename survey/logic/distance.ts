import { readPosition } from '../fields/position.ts'

/** Earth radius in meters that ODK uses, so distances match. */
const radius = 6_378_100

/**
 * Returns the length of the path through these positions in meters, rounded to centimeters like ODK. A
 * position is 'latitude longitude …'; one text may hold several, separated by semicolons. NaN for fewer than
 * two positions or an invalid text.
 */
export function distanceAlong(texts: readonly string[]): number {
  const places = texts
    .flatMap((text) => text.split(';'))
    .filter((text) => text.trim() !== '')
    .map(placeIn)
  if (places.length < 2) return Number.NaN
  const sum = places.slice(1).reduce((meters, place, before) => meters + between(places[before], place), 0)
  return Math.round(sum * 100) / 100
}

type Place = ReturnType<typeof placeIn>

/** Reads latitude and longitude; other tools append altitude and accuracy. */
function placeIn(text: string) {
  return readPosition(text.trim().split(/\s+/).slice(0, 2).join(' '))
}

/** Great-circle distance by the haversine formula. */
function between(from: Place | undefined, to: Place): number {
  if (!from || !to) return Number.NaN
  const [a, b] = [radians(from.latitude), radians(to.latitude)]
  const halfChord =
    Math.sin((b - a) / 2) ** 2 +
    Math.cos(a) * Math.cos(b) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  return 2 * radius * Math.asin(Math.sqrt(Math.min(1, halfChord)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
