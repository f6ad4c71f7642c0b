import type { Moment } from './scope.ts'

/** The date where this device is, YYYY-MM-DD. */
export function today(now: Date = new Date()): string {
  const pad = (part: number, length: number) => String(part).padStart(length, '0')
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1, 2)}-${pad(now.getDate(), 2)}`
}

/** The date and time where this device is, as answers to `date_time` are written. */
export function momentHere(now: Date = new Date()): Moment {
  const offset = now.getTimezoneOffset() * 60_000
  return { today: today(now), now: new Date(now.getTime() - offset).toISOString().slice(0, 19) }
}

const hour = 3_600_000

/** What every clock of the world says: they are between UTC-12 and UTC+14, a quarter of an hour apart at the least. */
export function momentsAround(now: Date): readonly Moment[] {
  return Array.from({ length: 26 * 4 + 1 }, (_, quarter) => {
    const there = new Date(now.getTime() + (quarter / 4 - 12) * hour).toISOString()
    return { today: there.slice(0, 10), now: there.slice(0, 19) }
  })
}
