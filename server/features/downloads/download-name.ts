import { cleanName } from '#server/features/reports/zip/paths.ts'
import type { Survey } from '#survey/survey.ts'
import { clockText } from '#survey/time-zone.ts'

const longest = 100

/**
 * '20260314-091500-Harbour View 12 report.pdf': a name that every system can save. It begins with the time in
 * the survey's time zone, so that files sort by it and none overwrites another.
 */
export function downloadName(
  { name, timeZone }: Pick<Survey, 'name' | 'timeZone'>,
  ending: string,
  now: Date,
): string {
  const moment = clockText(now, timeZone).replaceAll(/[-:]/g, '').replace(' ', '-')
  return `${moment}-${`${cleanName(name, longest)} ${ending}`.trimStart()}`
}
