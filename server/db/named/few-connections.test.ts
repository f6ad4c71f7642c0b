import { expect, inject, onTestFinished, test } from 'vitest'
import { address, asAdmin, namedDatabase } from '#server/testing/named-database.ts'
import { addSampleTemplate, save, startSurvey } from '#server/testing/surveys.ts'
import { testApp } from '#server/testing/test-app.ts'

test('forty simultaneous saves succeed with five database connections', async () => {
  const { password } = inject('namedServer')
  await asAdmin('postgres', `create role narrow login connection limit 5 password '${password}'`)
  onTestFinished(() => asAdmin('postgres', 'drop role narrow'))
  const database = await namedDatabase('owner narrow')
  const app = await testApp({ DATABASE_URL: address({ user: 'narrow', database }) })
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
