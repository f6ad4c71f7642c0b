import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MediaItem } from '#contract/media/media-item.ts'
import type { PlanItem } from '#contract/media/plan-item.ts'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { account, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { forgetConfirmed } from '../account/leave-account.ts'
import { ensureTemplate } from '../incoming/ensure-template.ts'
import { fetchSurvey } from '../incoming/fetch-survey.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { downloadPlanPictures } from '../pictures/plan-pictures.ts'
import { prefetchPictures } from '../pictures/prefetch-pictures.ts'
import { recordStatus } from '../record/record-change.ts'
import { db } from './database.ts'

const other = '019b0000-0000-7000-8000-0000000000d1'
const waiting = '019b0000-0000-7000-8000-0000000000b2'
let asked = Promise.withResolvers<void>()
let answer = Promise.withResolvers<Response>()

beforeEach(async () => {
  await db.delete()
  await db.open()
  asked = Promise.withResolvers()
  answer = Promise.withResolvers()
  stubLocalStorage()
  vi.stubGlobal('fetch', () => {
    asked.resolve()
    return answer.promise
  })
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

const photo = {
  id: 'photo',
  url: '/large',
  thumbnail_url: '/small',
  content_type: 'image/jpeg',
  drawing: null,
}

/** A survey with one photo. */
function withPhoto() {
  const wire = structuredClone(surveyWire())
  const detail = wire.user_survey_sections[0]?.user_survey_sub_sections[0]?.user_survey_sub_section_details[0]
  detail?.photos.push(photo as MediaItem)
  return wire
}

const picture = () => new Response(new Uint8Array(10), { headers: { 'content-type': 'image/jpeg' } })
const survey = () => {
  const data = { id: surveyId, type: 'users_survey', attributes: surveyWire() }
  return Response.json({ data, meta: { version: 'first' } })
}
const template = () =>
  Response.json({
    survey_template_details: {
      data: { id: other, type: 'survey_template', attributes: { ...templateWire(), id: other } },
    },
  })

test.each([
  {
    what: 'a survey',
    work: () => fetchSurvey(account, surveyId),
    comes: survey,
    left: () => db.copies.where({ account, id: surveyId }).count(),
  },
  {
    what: 'a template',
    work: () => ensureTemplate(account, other),
    comes: template,
    left: () => db.templates.where({ account, id: other }).count(),
  },
  {
    what: 'a photo',
    work: () => prefetchPictures(account, surveyId),
    comes: picture,
    left: () => db.pictures.count(),
  },
  {
    what: 'a plan',
    work: () => downloadPlanPictures(account, surveyId, [{ id: 'plan', url: '/plan' } as PlanItem]),
    comes: picture,
    left: () => db.planPictures.count(),
  },
])('does not store $what that arrives after logout', async ({ work, comes, left }) => {
  // Unsent changes of another survey keep its template on the device.
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, { ...surveyWire(), id: waiting, user_survey_sections: [] })
  await recordStatus(account, waiting, 'Started')
  if (comes === picture) await rememberSurvey(account, withPhoto())
  const done = work()
  await asked.promise
  clearSession()
  await forgetConfirmed(account)
  answer.resolve(comes())
  await done
  expect(await left()).toBe(0)
})
