import { generateLink } from '#contract/sharing/sharing.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from './make.ts'
import { attach, phonePhoto, photoPart, videoPart } from './media.ts'
import { allMandatory, detailOf, readSurvey, save, startSurvey } from './surveys.ts'
import type { TestApp } from './test-app.ts'

export interface PicturedSurvey {
  readonly owner: MadeAccount
  readonly survey: SurveyDetail
  /** The bytes that were uploaded, photos first. */
  readonly originals: readonly Buffer[]
}

/** Creates a filled survey of the sample template with two photos and a video; the template must exist. */
export async function picturedSurvey(
  { make, context }: TestApp,
  given: { name?: string; owner?: MadeAccount } = {},
): Promise<PicturedSurvey> {
  const owner = given.owner ?? (await make.account({ firstName: 'Nell' }))
  const started = await startSurvey(owner, { name: given.name ?? 'Hill House' })
  await save(owner, started, allMandatory)
  const photos = [await phonePhoto(1), await phonePhoto(2)]
  const video = await videoPart()
  const notes = detailOf(started, 'Building', 'Notes').id
  await attach(
    owner,
    notes,
    photos.map((bytes) => photoPart(bytes)),
    ['=Left side', 'Right side'],
  )
  await attach(owner, detailOf(started, 'Floor', 'Riser').id, [video])
  await context.guestCopies.idle()
  return {
    owner,
    survey: await readSurvey(owner, started.id),
    originals: [...photos, Buffer.from(video.bytes)],
  }
}

/** Creates a link; returns the guest's secrets. */
export async function share(owner: MadeAccount, surveyId: string, endsAt?: Date) {
  const { body } = await owner.api.call(generateLink, {
    body: { link_share_id: surveyId, ...(endsAt ? { ends_at: endsAt.toISOString() } : {}) },
  })
  const { link_share_id, link_token, shareable_link } = body.data
  return { id: link_share_id, token: link_token, address: shareable_link }
}

/** Returns the id that signed addresses use for a link; no reply contains it. */
export async function holderOf({ context }: TestApp, linkId: string): Promise<string> {
  const row = await context.db
    .selectFrom('share_link')
    .select('holder_id')
    .where('id', '=', linkId)
    .executeTakeFirstOrThrow()
  return row.holder_id
}
