import { createHash } from 'node:crypto'
import { addressOfLink } from '#server/features/sharing/address.ts'
import type { SharedReport } from '#server/features/sharing/phone-shares.ts'
import type { GuestRecordRow } from './data.ts'

export function presentReports(publicUrl: string, reports: readonly SharedReport[]) {
  return reports.map((report) => ({
    id: report.id,
    type: 'guest_survey',
    attributes: {
      survey_name: report.survey_name,
      company_id: companyId(report),
      company_name: companyOf(report),
      shared_by: sharerOf(report),
      shared_at: report.sent_at.toISOString(),
      date_created: report.created_at.toISOString(),
      last_edited: report.updated_at.toISOString(),
      time_zone: report.time_zone,
      ends_at: report.ends_at?.toISOString() ?? null,
      guest_survey_id: report.id,
      shareable_link: addressOfLink(publicUrl, report),
    },
  }))
}

/** In the order of their newest report. */
export function presentCompanies(reports: readonly SharedReport[]) {
  const ids = new Map<string, SharedReport[]>()
  for (const report of reports) {
    const id = companyId(report)
    ids.set(id, [...(ids.get(id) ?? []), report])
  }
  return [...ids].flatMap(([id, [first, ...others]]) =>
    first
      ? [
          {
            id,
            type: 'company',
            attributes: { company_name: companyOf(first), reports: 1 + others.length },
          },
        ]
      : [],
  )
}

function companyOf(report: SharedReport): string {
  return report.company_name.trim() || sharerOf(report)
}

function sharerOf({ first_name, last_name }: SharedReport): string {
  return `${first_name} ${last_name}`.trim()
}

/** Companies have no record of their own here: people of the same company typed the same name. */
function companyId(report: SharedReport): string {
  return createHash('sha256').update(companyOf(report).toLowerCase()).digest('hex').slice(0, 16)
}

export function presentRecord(row: GuestRecordRow) {
  return {
    id: row.id,
    type: 'dashboard_guest',
    attributes: {
      phone_number: row.phone,
      first_name: row.first_name,
      last_name: row.last_name,
      company_name: row.company,
      email: row.email,
      note: row.note,
      attachment:
        row.file_key === null
          ? null
          : { file_name: row.file_name, content_type: row.file_type, size: Number(row.file_size) },
    },
  }
}
