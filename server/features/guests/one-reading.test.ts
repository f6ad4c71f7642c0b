import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestInfo, guestNavigation, guestSection } from '#contract/sharing/guests.ts'
import { revokeAccess } from '#contract/sharing/sharing.ts'
import { guestCalls, signedIn } from '#server/testing/as-guest.ts'
import { type PicturedSurvey, picturedSurvey, share } from '#server/testing/shared-survey.ts'
import { statementsOf } from '#server/testing/statements.ts'
import { addSampleTemplate, save, sectionNamed } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** Opening a report takes many calls. The survey is read once for all of them and is never out of date. */
let here: TestApp
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())

/** How often the answers of a whole survey are read while `work` runs. */
async function readings(work: () => Promise<unknown>): Promise<number> {
  const { statements } = await statementsOf(work)
  return statements.filter((text) => text.includes('from "answer" inner join "sub_section"')).length
}

async function shared() {
  const made = await picturedSurvey(here)
  const link = await share(made.owner, made.survey.id)
  const calls = (['Building', 'Floor'] as const).map((name) =>
    guestCalls(here.api, link.id, sectionNamed(made.survey, name).id),
  )
  /** As the page does it: the first calls in parallel, then the next section, then its pictures. */
  const open = async () => {
    const [first, second] = calls
    const begun = await Promise.all([first?.info(), first?.navigation(), first?.section()])
    const rest = [await second?.section(), await second?.pdfDetails()]
    const replies = [...begun, ...rest]
    expect(replies.map((reply) => reply?.status)).toEqual(replies.map(() => 200))
    const pictures = signedIn(replies.map((reply) => reply?.body)).filter((one) => one.includes('/media/'))
    for (const picture of pictures)
      expect((await here.api.open(picture, { range: 'bytes=0-0' })).statusCode).toBe(206)
    return replies
  }
  const section = async () => JSON.stringify((await calls[0]?.section())?.body)
  return { made, link, open, section }
}

const note = ({ owner, survey }: PicturedSurvey, field_value: string) =>
  save(owner, survey, [{ in: 'Building', field: 'Notes', field_value }])

test('opening a report with all its sections and pictures reads the survey once, the next time not at all', async () => {
  const { made, open } = await shared()
  expect(await readings(open)).toBe(1)
  expect(await readings(open)).toBe(0)
  await note(made, 'Written since')
  expect(await readings(open)).toBe(1)
})

test('guests read the survey’s current state', async () => {
  const { made, section } = await shared()
  for (const words of ['First words', 'Second words', 'Third words']) {
    expect((await note(made, words)).status).toBe(200)
    expect(await section()).toContain(words)
  }
  const { db } = here.context
  // Things that no event announces: the surveyor's name, a choice of the owner's, whether a copy exists.
  const info = async (link: string) =>
    (await here.api.call(guestInfo, { query: { guest_survey_id: link } })).body.data.attributes
  const { id } = await share(made.owner, made.survey.id)
  await db.updateTable('account').set({ first_name: 'Petra' }).where('id', '=', made.owner.id).execute()
  expect((await info(id)).created_by).toMatch(/^Petra /)
  expect((await info(id)).attached_photo_files).toBe(2)
  await db.updateTable('survey').set({ show_media: false }).where('id', '=', made.survey.id).execute()
  expect((await info(id)).attached_photo_files).toBe(0)
  await db.updateTable('survey').set({ show_media: true }).where('id', '=', made.survey.id).execute()
  const query = { guest_survey_id: id, guest_survey_section_id: sectionNamed(made.survey, 'Building').id }
  const first = async () => {
    const { body } = await here.api.call(guestSection, { query })
    const [part] = body.data.attributes.user_survey_sub_sections
    return part?.user_survey_sub_section_details.flatMap(({ photos }) => photos)[0]
  }
  expect((await first())?.url).toMatch(/^\/api\/files\/media\//)
  await db.deleteFrom('rendition').where('name', '=', 'view').execute()
  expect((await first())?.url).toBeNull()
})

test('all guests read it in their own language until the link is revoked', async () => {
  const { made, link } = await shared()
  const query = { guest_survey_id: link.id }
  const menu = (language: string) =>
    here.api.call(guestNavigation, { query }, { headers: { 'accept-language': language } })
  const progress = async (language: string) => {
    const { body } = await here.api.call(guestInfo, { query }, { headers: { 'accept-language': language } })
    return body.data.attributes.progress
  }
  expect(await readings(async () => [await menu('en'), await menu('es'), await menu('en')])).toBe(2)
  expect(await progress('es')).not.toBe(await progress('en'))
  await made.owner.api.call(revokeAccess, { body: { link_share_id: made.survey.id } })
  expect((await menu('en')).status).toBe(410)
})
