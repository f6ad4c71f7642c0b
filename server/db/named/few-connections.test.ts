import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { addSampleTemplate, save, startSurvey } from '#server/testing/surveys.ts'
import { testApp } from '#server/testing/test-app.ts'

test('forty saves at once are kept where the database gives five connections: they wait', async () => {
  const { port, password } = inject('namedServer')
  const address = (user: string, database: string) =>
    `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}?sslmode=disable`
  const admin = new pg.Client({ connectionString: address('postgres', 'postgres') })
  await admin.connect()
  await admin.query(`create role narrow login connection limit 5 password '${password}'`)
  await admin.query('create database narrow owner narrow')
  onTestFinished(async () => {
    await admin.query('drop database narrow with (force)')
    await admin.query('drop role narrow')
    await admin.end()
  })
  const app = await testApp({ DATABASE_URL: address('narrow', 'narrow') })
  try {
    await addSampleTemplate(app)
    const owner = await app.make.account()
    const surveys = await Promise.all(Array.from({ length: 8 }, () => startSurvey(owner)))
    const saved = await Promise.all(
      Array.from({ length: 40 }, (_, at) => {
        const survey = surveys[at % surveys.length]
        if (!survey) throw new Error('No survey')
        return save(owner, survey, [{ in: 'Building', field: 'Building name', field_value: `Wing ${at}` }])
      }),
    )
    expect(saved.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
  } finally {
    await app.close()
  }
})
