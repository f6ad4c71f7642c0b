import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Endpoint } from '#contract/endpoint.ts'
import { uploadMedia } from '#contract/media.ts'
import { addSimilar, autoSave, createSurvey, submitSurvey } from '#contract/surveys.ts'
import type { Context } from '#server/context.ts'
import { findFirstAdmin } from '#server/features/accounts/first-admin.ts'
import { addSession, endSession } from '#server/features/accounts/sessions/data.ts'
import { purgeAllDeleted } from '#server/features/surveys/jobs.ts'
import { templates } from '#server/features/templates/catalogue/templates.ts'
import { hashToken } from '#server/http/access.ts'
import { deriveId, laterId } from '#survey/ids.ts'
import { newSurvey, type Section } from '#survey/survey.ts'
import { forgetDue, noteDue, readDue } from './due.ts'
import { samplePhotos } from './photos.ts'
import { type Filled, sampleSite } from './site.ts'

const folder = join(import.meta.dirname, 'photos')

/**
 * Fills one complete survey for the first admin, the way a surveyor would: through the API, photos included. It can be
 * deleted like any other. It is there whole or not at all: what a start that ended early, or went wrong, has left of it
 * is removed, and the next start makes it anew. A failure is logged and costs nothing but the sample.
 */
export async function makeDueSample(app: FastifyInstance, context: Context): Promise<void> {
  const due = await readDue(context.config)
  const accountId = due && (await findFirstAdmin(context.db))
  if (!due || !accountId) return
  await removeHalf(context, accountId, due.begun)
  if (!context.config.sample) return forgetDue(context.config)
  const id = newId()
  await noteDue(context.config, id)
  try {
    await makeSample(app, context, accountId, id)
    await forgetDue(context.config)
  } catch (error) {
    context.log.error({ err: error }, 'The sample survey could not be made')
    await removeHalf(context, accountId, id)
  }
}

/** As if it had been deleted long ago. */
async function removeHalf(context: Context, accountId: string, id: string): Promise<void> {
  if (id === '') return
  await context.db
    .updateTable('survey')
    .set({ deleted_at: new Date(0) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
  await purgeAllDeleted(context)
}

async function makeSample(
  app: FastifyInstance,
  context: Context,
  accountId: string,
  id: string,
): Promise<void> {
  const session = newId()
  const token = context.random(32).toString('base64url')
  const now = context.clock()
  await addSession(
    context.db,
    {
      id: session,
      accountId,
      tokenHash: hashToken(token),
      restricted: false,
      userAgent: '',
      expiresAt: new Date(now.getTime() + 600_000),
    },
    now,
  )
  try {
    await fill(new Caller(app, token), id)
  } finally {
    await endSession(context.db, accountId, session)
  }
}

async function fill(caller: Caller, id: string): Promise<void> {
  const [template] = templates
  if (!template) return
  const survey = newSurvey(template, {
    id,
    name: sampleSite.name,
    owner: sampleSite.owner,
    createdBy: '',
    at: '',
  })
  await caller.json(createSurvey, {
    id,
    survey_template_id: template.id,
    survey_name: sampleSite.name,
    owner_name: sampleSite.owner,
  })
  const places = new Map<string, string>()
  for (const { key, filled } of sampleSite.sections) {
    const section = survey.sections.find((one) => one.definition.id === deriveId(template.id, key))
    if (!section) continue
    for (const [at, answers] of filled.entries()) {
      const subSection = await openSubSection(caller, id, section, at, places.get(`${key}/${at - 1}`))
      places.set(`${key}/${at}`, subSection)
      await save(caller, id, section, subSection, answers)
    }
    await addPhotos(caller, key, section, places)
  }
  await caller.json(submitSurvey, { status: 'Completed' }, id)
}

/** The first of a section is there from the beginning; the others are added like a surveyor adds them. */
async function openSubSection(
  caller: Caller,
  surveyId: string,
  section: Section,
  at: number,
  last = '',
): Promise<string> {
  const first = section.subSections[0]?.id ?? ''
  if (at === 0) return first
  const id = laterId(newId(), last)
  await caller.json(addSimilar, { id, user_survey_id: surveyId, user_survey_section_id: section.id })
  return id
}

async function save(
  caller: Caller,
  surveyId: string,
  section: Section,
  subSection: string,
  answers: Filled,
): Promise<void> {
  const details = Object.entries(answers).map(([key, given]) => ({
    id: answerId(section, subSection, key),
    ...(typeof given === 'string' ? { field_value: given } : { field_value_multiple: [...given] }),
  }))
  await caller.json(autoSave, {
    user_survey_id: surveyId,
    user_survey_sections_attributes: [
      {
        id: section.id,
        user_survey_sub_sections_attributes: [
          { id: subSection, user_survey_sub_section_details_attributes: details },
        ],
      },
    ],
  })
}

async function addPhotos(
  caller: Caller,
  key: string,
  section: Section,
  places: ReadonlyMap<string, string>,
): Promise<void> {
  const files = await readdir(folder).catch(() => [])
  for (const photo of samplePhotos.filter((one) => one.section === key)) {
    const subSection = places.get(`${key}/${photo.at}`)
    const file = files.find((name) => name.startsWith(`${photo.file}.`))
    if (subSection === undefined || file === undefined) continue
    const form = new FormData()
    form.append(
      'user_survey_media[user_survey_sub_section_detail_id]',
      answerId(section, subSection, photo.field),
    )
    form.append('user_survey_media[descriptions][]', photo.caption)
    const bytes = await readFile(join(folder, file))
    form.append('user_survey_media[photos][]', new Blob([bytes], { type: 'image/jpeg' }), file)
    await caller.form(uploadMedia, form)
  }
}

function answerId(section: Section, subSection: string, key: string): string {
  return deriveId(subSection, deriveId(section.definition.id, key))
}

/** Calls the app in its own process, as one account. */
class Caller {
  private readonly app: FastifyInstance
  private readonly token: string

  constructor(app: FastifyInstance, token: string) {
    this.app = app
    this.token = token
  }

  async json(endpoint: Endpoint, body: object, id = ''): Promise<void> {
    await this.send(endpoint, id, { 'content-type': 'application/json' }, Buffer.from(JSON.stringify(body)))
  }

  async form(endpoint: Endpoint, form: FormData): Promise<void> {
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    await this.send(endpoint, '', { 'content-type': type }, Buffer.from(await encoded.arrayBuffer()))
  }

  private async send(
    endpoint: Endpoint,
    id: string,
    headers: Record<string, string>,
    payload: Buffer,
  ): Promise<void> {
    const response = await this.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replace('{id}', id)}`,
      headers: { ...headers, token: this.token },
      payload,
    })
    if (response.statusCode >= 400)
      throw new Error(`${endpoint.name} answered ${response.statusCode}: ${response.body.slice(0, 500)}`)
  }
}
