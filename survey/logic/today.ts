import type { Moment } from './scope.ts'

/** Returns this device's local date, YYYY-MM-DD. */
export function today(now: Date = new Date()): string {
  const pad = (part: number, length: number) => String(part).padStart(length, '0')
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1, 2)}-${pad(now.getDate(), 2)}`
}

/** Returns this device's local date and time in the format of `date_time` answers. */
export function deviceMoment(now: Date = new Date()): Moment {
  const offset = now.getTimezoneOffset() * 60_000
  return { today: today(now), now: new Date(now.getTime() - offset).toISOString().slice(0, 19) }
}

const hour = 3_600_000

/** Returns the local time in every zone, from UTC-12 to UTC+14 in quarter hours. */
export function momentsWorldwide(now: Date): readonly Moment[] {
  return Array.from({ length: 26 * 4 + 1 }, (_, quarter) => {
    const there = new Date(now.getTime() + (quarter / 4 - 12) * hour).toISOString()
    return { today: there.slice(0, 10), now: there.slice(0, 19) }
  })
}
