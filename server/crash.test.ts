import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { ready } from '#contract/health.ts'
import { uploadMedia } from '#contract/media/media.ts'
import { autoSave, createSurvey, type SurveyDetail, surveyDetail } from '#contract/surveys/surveys.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { freePort, type RealServer, startServer } from '#server/testing/real-server.ts'
import { givenS3 } from '#server/testing/s3-settings.ts'

/** `npm run soak` kills it more often. */
const rounds = Number(process.env.KILL_ROUNDS ?? 8)
const environment = { ...givenS3(), ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Correct7horse' }

let dataDir: string
let port: number
let server: RealServer
let running: Promise<unknown>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-crash-'))
  port = await freePort()
  server = await startServer({ dataDir, port, environment })
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function signedIn(): Promise<HttpApi> {
  const api = new HttpApi(server.address)
  const attributes = { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD }
  const session = await api.call(logIn, { body: { data: { attributes } } })
  return api.as(session?.body.meta.token ?? '')
}

async function newSurvey(api: HttpApi): Promise<SurveyDetail> {
  const templates = await api.call(listTemplates, {})
  const survey_template_id = templates?.body.survey_templates[0]?.id ?? ''
  const made = await api.call(createSurvey, {
    body: { id: newId(), survey_template_id, survey_name: 'Crash', owner_name: 'Nobody' },
  })
  if (!made) throw new Error('The server did not answer')
  return made.body.data.attributes
}

function fieldsOf(survey: SurveyDetail) {
  return survey.user_survey_sections.flatMap((section) =>
    section.user_survey_sub_sections.flatMap((part) =>
      part.user_survey_sub_section_details.map((detail) => ({
        section: section.id,
        part: part.id,
        id: detail.id,
        type: detail.field_type,
        name: detail.field_name,
      })),
    ),
  )
}

/** Returns a seeded random generator, so that a failing round can be repeated. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Saves and uploads until the server stops answering; `acknowledged` receives each confirmed write. */
class Worker {
  readonly saved = new Map<string, string>()
  readonly uploaded: string[] = []
  unanswered = 0
  private count = 0
  private readonly api: HttpApi
  private readonly survey: SurveyDetail
  private readonly random: () => number

  constructor(api: HttpApi, survey: SurveyDetail, random: () => number) {
    this.api = api
    this.survey = survey
    this.random = random
  }

  async saveUntilGone(acknowledged: () => void): Promise<void> {
    const texts = fieldsOf(this.survey).filter((field) => field.type === 'text')
    for (;;) {
      const field = texts[Math.floor(this.random() * texts.length)]
      if (!field) return
      const value = `save ${++this.count}`
      const details = [{ id: field.id, field_value: value }]
      const part = { id: field.part, user_survey_sub_section_details_attributes: details }
      const sections = [{ id: field.section, user_survey_sub_sections_attributes: [part] }]
      const body = { user_survey_id: this.survey.id, user_survey_sections_attributes: sections }
      const answer = await this.api.call(autoSave, { body }, newKey())
      if (answer?.status !== 200) {
        this.unanswered++
        this.saved.delete(field.id) // not acknowledged: either value is right
        return
      }
      this.saved.set(field.id, value)
      acknowledged()
    }
  }

  async uploadUntilGone(field: string, seed: number, acknowledged: () => void): Promise<void> {
    for (let count = 0; count < 10; count++) {
      const bytes = await jpeg({ width: 60, height: 40, seed: seed * 100 + count })
      const form = new FormData()
      form.append('user_survey_media[user_survey_sub_section_detail_id]', field)
      form.append('user_survey_media[photos][]', new Blob([Uint8Array.from(bytes)]), 'p.jpg')
      const answer = await this.api.upload(uploadMedia, form, newKey())
      if (answer?.status !== 201) return
      this.uploaded.push(sha256(bytes))
      acknowledged()
    }
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

test('acknowledged writes survive kills of the server during saves and uploads', {
  timeout: 600_000,
}, async () => {
  const random = seeded(20261121)
  const api = await signedIn()
  const survey = await newSurvey(api)
  const worker = new Worker(api, survey, random)
  const mediaFields = fieldsOf(survey).filter((field) => /photo/i.test(field.name))

  for (let round = 0; round < rounds; round++) {
    const field = mediaFields[round % mediaFields.length]?.id ?? ''
    const uploads = round % 2
    await new Promise<void>((enough) => {
      const wanted = { saves: 2 + Math.floor(random() * 12), uploads }
      const check = () => {
        if (wanted.saves <= 0 && wanted.uploads <= 0) enough()
      }
      const saving = worker.saveUntilGone(() => {
        wanted.saves--
        check()
      })
      const uploading = worker.uploadUntilGone(field, round + 1, () => {
        wanted.uploads--
        check()
      })
      running = Promise.all([saving, uploading])
    })
    await server.kill()
    await running
    server = await startServer({ dataDir, port, environment })
  }

  const after = (await api.call(surveyDetail, { params: { id: survey.id } }))?.body.data.attributes
  const details = (after?.user_survey_sections ?? [])
    .flatMap((section) => section.user_survey_sub_sections)
    .flatMap((part) => part.user_survey_sub_section_details)
  const values = new Map(details.map((detail) => [detail.id, detail.field_value]))
  expect([...worker.saved].filter(([id, value]) => values.get(id) !== value)).toEqual([])

  const kept: string[] = []
  for (const photo of details.flatMap((detail) => detail.photos)) {
    kept.push(sha256((await api.bytes(photo.original_url)) ?? Buffer.alloc(0)))
  }
  expect(worker.uploaded.filter((hash) => !kept.includes(hash))).toEqual([])
  expect(worker.uploaded.length).toBeGreaterThanOrEqual(Math.floor(rounds / 2))
  expect(worker.unanswered).toBe(rounds)
})

test('calls get 503 while a killed database restarts, and then succeed', { timeout: 60_000 }, async () => {
  const api = await signedIn()
  const survey = await newSurvey(api)
  const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')

  const seen = new Set<number>()
  const until = Date.now() + 15_000
  let answer = await api.call(ready, {})
  // Its connections outlive the killed process briefly, and calls succeed until they close.
  while ((answer?.status !== 200 || !seen.has(503)) && Date.now() < until) {
    answer = await api.call(ready, {})
    if (answer) seen.add(answer.status)
  }
  expect([...seen]).toContain(503)
  expect(answer?.status).toBe(200)
  const read = await api.call(surveyDetail, { params: { id: survey.id } })
  expect(read?.body.data.attributes.survey_name).toBe('Crash')
})

test('a second server on the same folder prints a message and exits', async () => {
  const second = startServer({ dataDir, environment })
  await expect(second).rejects.toThrow(/ended with 1/)
})
