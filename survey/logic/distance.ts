import { readPosition } from '../fields/position.ts'

/** ODK's sphere, in meters: its distances come out the same here. */
const radius = 6_378_100

/**
 * Returns the length of the way along positions ('latitude longitude …', several in one text with semicolons between) in
 * meters, rounded to centimeters as ODK does. NaN with less than two positions, or where a text is no position.
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

/** Latitude and longitude alone: other tools write altitude and accuracy behind them. */
function placeIn(text: string) {
  return readPosition(text.trim().split(/\s+/).slice(0, 2).join(' '))
}

/** Along a great circle, by the haversine formula. */
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
