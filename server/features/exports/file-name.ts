import { t } from '#contract/messages/translate.ts'
import { cleanName } from '#server/features/reports/zip/paths.ts'
import { clockText } from '#survey/time-zone.ts'

const nameLength = 100

/** '20261129-150405-Hill House.xlsx': a name that every system can save, in the order of the times. */
export function exportFileName(
  only: string | null,
  extension: string,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): string {
  const moment = clockText(now, timeZone).replaceAll(/[-:]/g, '').replace(' ', '-')
  return `${moment}-${cleanName(only ?? '', nameLength) || t('exports.fileName')}.${extension}`
}
