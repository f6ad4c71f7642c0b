import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { makeLog } from './context-open.ts'
import { goodPassword } from './testing/make.ts'
import { attach, phonePhoto, photoPart } from './testing/media.ts'
import { share } from './testing/shared-survey.ts'
import { addSampleTemplate, detailOf, startSurvey } from './testing/surveys.ts'
import { testAppForThisTest } from './testing/test-app.ts'

test('no log level reveals credentials', async () => {
  let written = ''
  const place = {
    write(line: string) {
      written += line
    },
  }
  const log = makeLog({ logLevel: 'trace' }, place)
  const here = await testAppForThisTest({}, log)
  await addSampleTemplate(here)
  const owner = await here.make.account()
  const attributes = { email: owner.email, password: goodPassword }
  const entered = await here.api.call(logIn, { body: { data: { attributes } } })
  const { token } = entered.body.meta
  const again = { ...owner, api: here.api.withToken(token) }
  const survey = await startSurvey(again)
  await attach(again, detailOf(survey, 'Building', 'Notes').id, [photoPart(await phonePhoto())])
  const link = await share(again, survey.id)
  const oddToken = randomBytes(32).toString('base64url')
  // Invalid on purpose: the library's message must not reveal more.
  const type = 'multipart/form-data; boundary=none'
  for (const held of [token, oddToken])
    await here.app.inject({
      method: 'POST',
      url: '/api/bx_block_survey/user_survey_media',
      headers: { token: held, authorization: `Bearer ${held}`, 'content-type': type },
      payload: 'nothing of the kind',
    })
  expect(written).toContain('busboy')
  for (const secret of [token, oddToken, goodPassword, link.id, link.token])
    expect(written).not.toContain(secret)
})
