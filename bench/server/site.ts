import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { logIn } from '#contract/accounts/accounts.ts'
import { createSurvey, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type RealServer, startServer } from '#server/testing/real-server.ts'

const admin = { email: 'admin@example.com', password: 'Correct7horse' }

export interface Site {
  readonly server: RealServer
  readonly api: HttpApi
  readonly dataDir: string
  readonly email: string
  readonly password: string
  close(): Promise<void>
}

/** Starts the real program on an empty folder, logged in. */
export async function openSite(): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-bench-'))
  const server = await startServer({
    dataDir,
    environment: { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  })
  const guest = new HttpApi(server.address)
  const session = await guest.call(logIn, { body: { data: { attributes: admin } } })
  return {
    server,
    ...admin,
    dataDir,
    api: guest.as(session?.body.meta.token ?? ''),
    close: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function startSurvey(api: HttpApi, name: string): Promise<SurveyDetail> {
  const templates = await api.call(listTemplates, {})
  const survey_template_id =
    templates?.body.survey_templates.find(({ name }) => name === 'Property and wiring survey')?.id ?? ''
  const made = await api.call(createSurvey, {
    body: { id: newId(), survey_template_id, survey_name: name, owner_name: 'Bench' },
  })
  if (made?.status !== 201) throw new Error(`A survey could not be made: ${JSON.stringify(made?.body)}`)
  return made.body.data.attributes
}
