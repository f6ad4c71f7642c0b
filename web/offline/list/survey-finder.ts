import { listSurveys } from '#contract/surveys/surveys.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { ensureTemplate } from '../incoming/ensure-template.ts'
import { db, onDevice } from '../store/database.ts'
import { readDeviceList } from './device-list.ts'
import type { DeviceSurvey } from './merge-list.ts'
import { listedIds, storePage } from './store-page.ts'

/** An unfinished survey and its section of the requested name. */
export interface FoundSurvey {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly createdAt: string
  readonly templateId: string
  /** Id of the template's section, which the form's address accepts, too. */
  readonly sectionId: string
}

interface Unfinished extends Omit<FoundSurvey, 'sectionId'> {}

const pageSize = 100
/** Limits the search to 500 surveys. */
const pagesMax = 5

/**
 * Returns the account's unfinished surveys with a section of this name that can be opened offline, newest
 * first.
 */
export async function findOnDevice(account: string, section: string): Promise<readonly FoundSurvey[]> {
  const { surveys } = await readDeviceList(account)
  const unfinished = surveys.filter(({ here, attributes }) => here && attributes.status === 'Started')
  return withSection(account, section, unfinished.map(foundOf))
}

/** Like `findOnDevice`, from the server. Downloads missing templates. */
export async function findOnServer(
  account: string,
  section: string,
): Promise<{ readonly ok: true; readonly surveys: readonly FoundSurvey[] } | Failure> {
  const known = new Map<string, Pick<DeviceSurvey, 'id' | 'attributes'>>()
  for (let page = 1; page <= pagesMax; page++) {
    const query = { per_page: String(pageSize), page: String(page) }
    const before = await listedIds(account)
    const listed = await call(listSurveys, { query })
    if (!listed.ok) return listed
    // Also store the page, so that the survey is found offline later.
    await storePage(account, listed.reply, before)
    for (const survey of listed.reply.data) known.set(survey.id, survey)
    if (page >= listed.reply.meta.total_pages) break
  }
  // Unsent changes replace the server's data.
  const device = await readDeviceList(account)
  for (const survey of device.surveys) if (survey.state !== 'on the server') known.set(survey.id, survey)
  for (const id of device.deleted) known.delete(id)
  const unfinished = [...known.values()]
    .filter(({ attributes }) => attributes.status === 'Started')
    .map(foundOf)
  for (const id of new Set(unfinished.map(({ templateId }) => templateId))) {
    const failed = await ensureTemplate(account, id)
    if (failed) return failed
  }
  return { ok: true, surveys: await withSection(account, section, unfinished) }
}

function foundOf({ id, attributes }: Pick<DeviceSurvey, 'id' | 'attributes'>): Unfinished {
  return {
    id,
    name: attributes.survey_name,
    owner: attributes.owner,
    createdAt: attributes.date_created,
    templateId: attributes.survey_template_id,
  }
}

async function withSection(
  account: string,
  section: string,
  surveys: readonly Unfinished[],
): Promise<readonly FoundSurvey[]> {
  const ids = [...new Set(surveys.map(({ templateId }) => templateId))]
  const templates = await onDevice(() =>
    db.templates.bulkGet(ids.map((id): [string, string] => [account, id])),
  )
  const sections = new Map(
    templates.flatMap((row) => {
      const found = row?.detail.survey_info_section.find((one) => one.survey_info_section_name === section)
      return row && found ? [[row.id, found.id] as const] : []
    }),
  )
  return surveys
    .flatMap((survey) => {
      const sectionId = sections.get(survey.templateId)
      return sectionId === undefined ? [] : [{ ...survey, sectionId }]
    })
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}
