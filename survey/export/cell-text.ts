import { type Cell, type Moment, plainNumber } from '../fields/cell.ts'
import { instantAt } from '../time-zone.ts'
import type { Column } from './table.ts'

/** Returns a cell as text: numbers with a decimal point, dates and times as ISO 8601. */
export function cellText(cell: Cell, separator: Column['separator']): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return plainNumber(cell)
  return isMoment(cell) ? momentText(cell) : cell.join(separator)
}

export function isMoment(cell: Exclude<Cell, null>): cell is Moment {
  return typeof cell === 'object' && 'kind' in cell
}

/** Returns 'YYYY-MM-DDTHH:mm:ss-05:00' for date and time; without an offset if the zone is unknown. */
export function momentText({ kind, text, offset, zone }: Moment): string {
  if (kind !== 'both') return text
  const local = text.length === 16 ? `${text}:00` : text
  return `${local}${offset ?? (zone === null ? '' : offsetIn(zone, local))}`
}

function offsetIn(zone: string, local: string): string {
  const minutes = Math.round((Date.parse(`${local}Z`) - instantAt(local, zone).getTime()) / 60_000)
  if (Number.isNaN(minutes)) return ''
  if (minutes === 0) return 'Z'
  const size = Math.abs(minutes)
  const [hours, rest] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`
}
