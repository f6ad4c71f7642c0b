import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import { read } from '@e965/xlsx'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { OpenAPIV3_1 } from 'openapi-types'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { api } from '#contract/api.ts'
import { keyScopes } from '#contract/api-key-scope.ts'
import { makeKey } from '#server/testing/api-keys.ts'
import { goodPassword } from '#server/testing/make.ts'
import { addSampleTemplate } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let address: string
let text: string
let document: OpenAPIV3_1.Document
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  address = await here.app.listen({ port: 0, host: '127.0.0.1' })
  text = (await here.app.inject({ url: '/api/openapi.json' })).body
  document = JSON.parse(text)
})
afterAll(() => here.close())

test('validators find no fault in the document', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, config })
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  // Kept: the license is the operator's, two paths and the three kinds of login are the specification's.
  const kept = ['info-license', 'no-ambiguous-paths', 'no-illogical-composition-keywords']
  expect(problems.filter(({ ruleId }) => !kept.includes(ruleId))).toEqual([])
  await SwaggerParser.validate(JSON.parse(text))
})

test('each call has a unique id, and examples that the contract accepts', () => {
  const ids = new Set<string>()
  for (const endpoint of api.values()) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const operation = operationOf(endpoint.method, path)
      ids.add(operation.operationId ?? '')
      const { requestBody, responses = {} } = operation
      if (endpoint.body) expectAccepted(endpoint.name, endpoint.body, exampleIn(requestBody))
      const reply = responses[endpoint.status ?? 200]
      if (endpoint.reply) expectAccepted(`reply of ${endpoint.name}`, endpoint.reply, exampleIn(reply))
      expect(Object.keys(responses), endpoint.name).toContain('4XX')
    }
  }
  expect(ids.size).toBe([...api.values()].flatMap(({ aliases = [] }) => [0, ...aliases]).length)
})

test('pages and counts in a query are numbers', () => {
  const { parameters = [] } = operationOf('GET', '/bx_block_survey/users_survey')
  expect(parameters).toContainEqual(
    expect.objectContaining({ name: 'page', schema: expect.objectContaining({ type: 'integer' }) }),
  )
})

test('a generated client compiles, and fills in a survey', { timeout: 120_000 }, async () => {
  const { email } = await here.make.account()
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { files } = await generateApi({ spec: JSON.parse(text), output: false, silent: true })
  await writeFile(join(folder, 'client.ts'), files[0]?.fileContent ?? '')
  await writeFile(join(folder, 'job.ts'), job)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc')
  const options = ['--strict', '--target', 'es2023', '--lib', 'es2023,dom', '--module', 'esnext']
  const resolution = ['--moduleResolution', 'bundler', '--skipLibCheck', '--types', '']
  await promisify(execFile)(process.execPath, [
    compiler,
    ...options,
    ...resolution,
    join(folder, 'job.ts'),
  ]).catch(({ stdout }) => expect.fail(String(stdout)))
  const { run } = await import(pathToFileURL(join(folder, 'job.js')).href)
  await expect(run(address, email, goodPassword)).resolves.toBe('Hill House: 214 Ridge Road')
})

const hasTools = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0)

test.skipIf(!hasTools)('the commands of docs/api.md work as they stand (needs curl and jq)', async () => {
  const { secret } = await makeKey(await here.make.account(), { scopes: keyScopes })
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-api-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const page = await readFile('docs/api.md', 'utf8')
  const commands = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
  const script = commands
    .join('\n')
    .replace('https://fieldbook.example', address)
    .replace('fbk_your_key', secret)
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })
  const report = await readFile(join(folder, 'report.pdf'))
  expect(report.subarray(0, 5).toString()).toBe('%PDF-')
  const sheets = read(await readFile(join(folder, 'surveys.xlsx')))
  expect(JSON.stringify(Object.values(sheets.Sheets))).toContain('Hill House')
})

/** A program that uses the client: log in, start a survey, save an answer, read it back. */
const job = `
import { Api } from './client.js'
export async function run(baseUrl: string, email: string, password: string): Promise<string> {
  const { api, setSecurityData } = new Api<string>({
    baseUrl,
    securityWorker: (token) => ({ headers: { token: token ?? '' } }),
  })
  const login = await api.accountsLogIn({ data: { type: 'email_account', attributes: { email, password } } })
  setSecurityData(login.data.meta.token)
  const [template] = (await api.templatesList({})).data.survey_templates
  const started = await api.surveysCreate({
    survey_template_id: template?.id,
    survey_name: 'Hill House',
    owner_name: 'Maria Lopez',
  })
  const survey = started.data.data.attributes
  const section = survey.user_survey_sections[0]!
  const part = section.user_survey_sub_sections[0]!
  const answer = part.user_survey_sub_section_details[0]!
  const details = [{ id: answer.id, field_value: '214 Ridge Road', base_revision: answer.revision }]
  await api.surveysAutoSave({
    user_survey_id: survey.id,
    user_survey_sections_attributes: [
      {
        id: section.id,
        user_survey_sub_sections_attributes: [
          { id: part.id, user_survey_sub_section_details_attributes: details },
        ],
      },
    ],
  })
  const { attributes } = (await api.surveysDetail(survey.id)).data.data
  const [saved] = attributes.user_survey_sections[0]!.user_survey_sub_sections[0]!.user_survey_sub_section_details
  return attributes.survey_name + ': ' + saved?.field_value
}
`

function operationOf(method: string, path: string): OpenAPIV3_1.OperationObject {
  const methods = document.paths?.[`/api${path}`] as Record<string, OpenAPIV3_1.OperationObject> | undefined
  return methods?.[method.toLowerCase()] ?? expect.fail(`${method} ${path} is not described`)
}

type Contents = OpenAPIV3_1.RequestBodyObject | OpenAPIV3_1.ResponseObject

function exampleIn(described: Contents | OpenAPIV3_1.ReferenceObject | undefined): unknown {
  const { content = {} } = (described ?? {}) as Contents
  return Object.values(content)[0]?.example
}

function expectAccepted(name: string, schema: Parameters<typeof safeParse>[0], example: unknown): void {
  expect(safeParse(schema, example), name).toMatchObject({ success: true })
}
