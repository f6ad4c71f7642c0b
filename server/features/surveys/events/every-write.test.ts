import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { copyMedia, deleteMedia, describeMedia, drawPhoto, undrawPhoto } from '#contract/media/media.ts'
import { addPlanResumed, deletePlan, renamePlan } from '#contract/media/plans.ts'
import { uploadResumed } from '#contract/media/resumable.ts'
import { addMember, changeMember, removeMember } from '#contract/sharing/members.ts'
import { acceptSurvey, sendBack } from '#contract/surveys/reviews.ts'
import { restoreSimilar } from '#contract/surveys/survey-deleted-parts.ts'
import { dismissRecovered, recoveredAnswers, restoreRecovered } from '#contract/surveys/survey-recovered.ts'
import {
  addSimilar,
  deleteSurvey,
  removeSimilar,
  restoreSurvey,
  type SurveyDetail,
  submitSurvey,
} from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, photoPart } from '#server/testing/media.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { makePlan, pin } from '#server/testing/plans.ts'
import {
  addSampleTemplate,
  allMandatory,
  detailOf,
  partOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { makeTeam } from '#server/testing/teams.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let sam: MadeAccount
let reviewer: MadeAccount
let survey: SurveyDetail
let photo: Buffer
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account({ isProven: true })
  reviewer = await here.make.account({ isProven: true })
  await makeTeam(await here.make.account({ role: 'admin' }), [
    [sam, 'none'],
    [reviewer, 'review'],
  ])
  survey = await startSurvey(sam)
  photo = await jpeg({ width: 640, height: 480 })
})
afterAll(() => here.close())

const notes = (index = 0) => detailOf(survey, 'Building', 'Notes', index).id
const at = () => ({ params: { id: survey.id } })
const place = () => ({
  user_survey_id: survey.id,
  user_survey_section_id: sectionNamed(survey, 'Building').id,
})
let shot = { user_survey_media_id: '', photo_id: '' }
let plan = ''
let member = ''

async function arrived(): Promise<string> {
  const { headers } = await here.app.inject({
    method: 'POST',
    url: '/api/files/uploads',
    headers: {
      ...{ 'tus-resumable': '1.0.0', token: sam.api.token ?? '', 'upload-length': String(photo.length) },
      'content-type': 'application/offset+octet-stream',
    },
    payload: photo,
  })
  return String(headers.location).split('/').at(-1) ?? ''
}

async function submitted(): Promise<string> {
  await save(sam, survey, allMandatory)
  const { body } = await sam.api.call(submitSurvey, { ...at(), body: { status: 'Completed' } })
  before = await newestEvent()
  return body.data.attributes.last_edited
}

/** The newest event before the tested call. */
let before = 0

function removed() {
  const { id } = partOf(survey, 'Building', 1)
  return sam.api.call(removeSimilar, { query: { ...place(), user_survey_sub_section_id: id } })
}

async function recovered(value: string) {
  await removed()
  await save(sam, survey, [{ in: 'Building', index: 1, field: 'Notes', field_value: value }])
  before = await newestEvent()
  const { body } = await sam.api.call(recoveredAnswers, at())
  return { id: survey.id, recovered_id: body.data[0]?.id ?? '' }
}

/** Each writing call, in sequence on one survey, so that it changes something. */
const steps: Readonly<Record<string, () => Promise<unknown>>> = {
  'surveys.autoSave': () => save(sam, survey, allMandatory),
  'surveys.submit': () => sam.api.call(submitSurvey, { ...at(), body: { survey_name: 'Hill End' } }),
  'surveys.addSimilar': () => sam.api.call(addSimilar, { body: place() }),
  'media.upload': async () => {
    const upload = await attach(sam, notes(), [photoPart(photo)])
    shot = { user_survey_media_id: upload.id, photo_id: upload.photo_details[0]?.id ?? '' }
  },
  'media.uploadResumed': async () =>
    sam.api.call(uploadResumed, {
      body: {
        id: newId(),
        user_survey_sub_section_detail_id: notes(),
        files: [
          {
            ...{ id: newId(), kind: 'photo', upload: await arrived(), name: 'a.jpg' },
            sha256: createHash('sha256').update(photo).digest('hex'),
          },
        ],
      },
    }),
  'media.copy': () =>
    sam.api.call(copyMedia, {
      body: { user_survey_sub_section_detail_id: notes(1), attached_photos: [{ id: shot.photo_id }] },
    }),
  'media.describe': () => sam.api.call(describeMedia, { body: { ...shot, description: 'The crack' } }),
  'media.draw': () =>
    sam.api.upload(
      drawPhoto,
      Object.entries({
        ...{ ...shot, drawn_at: '2026-05-01T10:20:30Z' },
        shapes: JSON.stringify([{ kind: 'blur', x1: 0.2, y1: 0.2, x2: 0.4, y2: 0.4 }]),
      }),
      [{ ...photoPart(photo), part: 'drawing' }],
    ),
  'media.undraw': () => sam.api.call(undrawPhoto, { query: shot }),
  'media.delete': () => sam.api.call(deleteMedia, { query: shot }),
  'plans.add': async () => {
    plan = (await makePlan(sam, survey.id)).id
  },
  'plans.addResumed': async () => {
    const sha256 = createHash('sha256').update(photo).digest('hex')
    const body = { id: newId(), user_survey_id: survey.id, name: 'Roof', filename: 'roof.jpg', sha256 }
    return sam.api.call(addPlanResumed, { body: { ...body, upload: await arrived() } })
  },
  'plans.rename': () => sam.api.call(renamePlan, { params: { id: plan }, body: { name: 'Level 3' } }),
  'plans.setPin': () => pin(sam, plan, partOf(survey, 'Building').id, { x: 0.5, y: 0.5 }),
  'plans.delete': () => sam.api.call(deletePlan, { params: { id: plan } }),
  'surveys.removeSimilar': removed,
  'surveys.restoreSimilar': () =>
    sam.api.call(restoreSimilar, {
      params: { id: survey.id, sub_section_id: partOf(survey, 'Building', 1).id },
    }),
  'surveys.restoreRecovered': async () => {
    return sam.api.call(restoreRecovered, {
      params: await recovered('Late'),
      body: { user_survey_sub_section_id: partOf(survey, 'Building').id },
    })
  },
  'surveys.dismissRecovered': async () => {
    return sam.api.call(dismissRecovered, { params: await recovered('Later') })
  },
  'reviews.sendBack': async () => {
    await submitted()
    return reviewer.api.call(sendBack, { ...at(), body: { message: 'Which door?' } })
  },
  'reviews.accept': async () => {
    const last_edited = await submitted()
    before = await newestEvent()
    return reviewer.api.call(acceptSurvey, { ...at(), body: { last_edited } })
  },
  'members.change': async () => {
    const body = { email: 'nell@example.com', role: 'editor' as const }
    member = (await sam.api.call(addMember, { ...at(), body })).body.data.id
    const params = { id: survey.id, member_id: member }
    return sam.api.call(changeMember, { params, body: { role: 'viewer' } })
  },
  'members.remove': () => sam.api.call(removeMember, { params: { id: survey.id, member_id: member } }),
  'surveys.delete': () => sam.api.call(deleteSurvey, at()),
  'surveys.restore': () => sam.api.call(restoreSurvey, at()),
}

/** Calls without a visible effect on an open survey; a purge was preceded by the event of the deletion. */
const silent = [
  ...['surveys.create', 'surveys.deleteForGood'],
  ...['members.add', 'sharing.generateLink', 'sharing.sendLink', 'sharing.revokeAccess'],
]

test('every call that writes on a survey is covered', () => {
  const writing = [...api.values()].filter(
    ({ name, method }) => method !== 'GET' && /^(surveys|media|plans|sharing|members|reviews)\./.test(name),
  )
  expect([...Object.keys(steps), ...silent].toSorted()).toEqual(writing.map(({ name }) => name).toSorted())
})

async function newestEvent(): Promise<number> {
  const { id } = await here.context.db
    .selectFrom('survey_event')
    .select((column) => column.fn.max<number | null>('id').as('id'))
    .where('survey_id', '=', survey.id)
    .executeTakeFirstOrThrow()
  return id ?? 0
}

/** The review state after calls that do not revoke an acceptance. */
const afterIt: Readonly<Record<string, string>> = {
  'reviews.sendBack': 'sent_back',
  'reviews.accept': 'accepted',
  // A recovered answer is not one of its answers.
  'surveys.dismissRecovered': 'accepted',
  'members.change': 'accepted',
  'members.remove': 'accepted',
  'surveys.delete': 'accepted',
  'surveys.restore': 'accepted',
}

test.each(Object.keys(steps))('%s sends an event and revokes an acceptance', async (name) => {
  const { db } = here.context
  await db.updateTable('survey').set({ review: 'accepted' }).where('id', '=', survey.id).execute()
  before = await newestEvent()
  await steps[name]?.()
  expect(await newestEvent()).toBeGreaterThan(before)
  const { review } = await db
    .selectFrom('survey')
    .select('review')
    .where('id', '=', survey.id)
    .executeTakeFirstOrThrow()
  expect(review).toBe(afterIt[name] ?? null)
  if (name === 'surveys.addSimilar') survey = await readSurvey(sam, survey.id)
})
