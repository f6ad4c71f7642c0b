import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import { byteOrderMark, csvHead, csvRow } from '#survey/export/csv.ts'
import { exportRows } from '#survey/export/export-rows.ts'
import type { ExportedSurvey } from '#survey/export/exported-survey.ts'
import { defaultExportOptions } from '#survey/export/options.ts'
import { planTables } from '#survey/export/plan-tables.ts'
import { tableFileName } from '#survey/export/table-names.ts'
import { clockText } from '#survey/time-zone.ts'
import { ownTimeZone } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { type LoadedSurvey, loadSurvey } from '#web/offline/draft/load-survey.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'

export interface DeviceExport {
  readonly name: string
  readonly file: Blob
}

const options = { ...defaultExportOptions, format: 'csv' } as const

/** Returns the surveys on this device as CSV, with unsent changes; a zip if there are several tables. */
export async function makeDeviceExport(
  account: string,
  surveys: readonly DeviceSurvey[],
): Promise<DeviceExport> {
  const exported: ExportedSurvey[] = []
  for (const { id } of surveys) {
    const loaded = await loadSurvey(account, id)
    if (loaded) exported.push(exportedSurvey(loaded))
  }
  const templates = exported.map(({ survey, series }) => ({ series, template: survey.template }))
  const plan = planTables(templates, options)
  const texts = new Map(plan.tables.map((table) => [table, [byteOrderMark, csvHead(table, options)]]))
  for (const one of exported)
    for (const { table, cells } of exportRows(plan, one)) texts.get(table)?.push(csvRow(table, cells))
  const moment = clockText(new Date(), ownTimeZone()).replaceAll(/[-:]/g, '').replace(' ', '-')
  const name = `${moment}-${t('exports.deviceName')}`
  const [only, ...others] = texts.values()
  if (only && others.length === 0) {
    const file = new Blob(only, { type: 'text/csv;charset=utf-8' })
    return { name: `${name}.csv`, file }
  }
  const zip = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false })
  const names = new Set<string>()
  for (const [table, lines] of texts)
    await zip.add(`${tableFileName(table.label, names)}.csv`, new TextReader(lines.join('')))
  return { name: `${name}.zip`, file: await zip.close() }
}

function exportedSurvey({ survey, items, role, rows }: LoadedSurvey): ExportedSurvey {
  const isOwner = role === 'owner'
  const media = [...items].map(([id, { filename, position }]) => {
    return [id, { path: filename, url: null, position: isOwner ? (position ?? null) : null }] as const
  })
  return {
    survey,
    series: rows?.template.detail.series_id ?? survey.template.id,
    review: null,
    isOwner,
    media: new Map(media),
  }
}
