import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOtherSessions, endSession, logOut } from '#contract/accounts/accounts.ts'
import { changePassword, photo as profilePhoto } from '#contract/accounts/profile.ts'
import { changeAccountAccess } from '#contract/admin/admin.ts'
import { guestInfo, guestZip } from '#contract/sharing/guests.ts'
import { reportDetail, reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import { revokeAccess } from '#contract/sharing/sharing.ts'
import { submitSurvey } from '#contract/surveys/surveys.ts'
import { guestCalls, signedIn } from '#server/testing/as-guest.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { attach, photoPart } from '#server/testing/media.ts'
import { makePlan } from '#server/testing/plans.ts'
import { type PicturedSurvey, picturedSurvey, share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, detailOf, sectionNamed } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())

async function guestOf({ owner, survey }: PicturedSurvey) {
  const link = await share(owner, survey.id)
  const sections = ['Building', 'Floor'].map((name) => sectionNamed(survey, name).id)
  const calls = sections.flatMap((id) => Object.values(guestCalls(here.api, link.id, id)))
  const replies = await Promise.all(calls.map((call) => call()))
  return { link, replies, addresses: signedIn(replies.map(({ body }) => body)) }
}

async function opened(addresses: readonly string[]): Promise<number[]> {
  const answers = []
  for (const address of addresses) answers.push(await here.api.open(address, { range: 'bytes=0-0' }))
  return answers.map(({ statusCode }) => statusCode)
}

/** Returns every sixteen-byte run of an address, in each spelling of ids. */
function idsIn(address: string): string[] {
  const bytes = Buffer.from(address.split('/').at(-1) ?? '', 'base64url')
  const runs = Array.from({ length: bytes.length - 15 }, (_, at) => bytes.subarray(at, at + 16))
  return runs.flatMap((run) => {
    const hex = run.toString('hex')
    const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    return [run.toString('base64url'), uuid]
  })
}

test('nothing in the address of a guest’s file opens a guest call, while it is valid or after', async () => {
  const made = await picturedSurvey(here)
  const { link, addresses } = await guestOf(made)
  const photo = addresses.find((one) => one.includes('/media/')) ?? ''
  const zip = addresses.find((one) => one.includes('/zip/')) ?? ''
  const found = new Set([...idsIn(photo), ...idsIn(zip)])
  expect(found.size).toBeGreaterThan(50)
  expect(found).not.toContain(link.id)
  for (const guest_survey_id of found) {
    const info = await here.api.call(guestInfo, { query: { guest_survey_id } })
    expect([guest_survey_id, info.status]).toEqual([guest_survey_id, 404])
  }
})

test('no reply to a guest reveals the id by which addresses name their link', async () => {
  const made = await picturedSurvey(here)
  const { link, replies } = await guestOf(made)
  const row = await here.context.db
    .selectFrom('share_link')
    .select('holder_id')
    .where('id', '=', link.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(replies.map(({ body }) => body))).not.toContain(row.holder_id)
})

test('none of the guests’ addresses open what the report hides from them, and their zip does not contain it', async () => {
  const made = await picturedSurvey(here)
  const { owner, survey } = made
  const plan = await makePlan(owner, survey.id, { name: 'Level 2' })
  const { link, addresses } = await guestOf(made)
  const files = addresses.filter((one) => /\/(media|plan)\//.test(one))
  expect(files.some((one) => one.includes('/plan/'))).toBe(true)
  expect(new Set(await opened(files))).toEqual(new Set([206]))
  const zipNow = async () => {
    const { body } = await here.api.call(guestZip, { query: { guest_survey_id: link.id } })
    const { rawPayload } = await here.api.open(body.data.uploaded_files_winzip)
    return rawPayload
  }
  expect((await zipNow()).includes(plan.name)).toBe(true)
  const show = (checkbox_1: boolean) =>
    owner.api.call(submitSurvey, { params: { id: survey.id }, body: { checkbox_1 } })
  await show(false)
  expect(new Set(await opened(files))).toEqual(new Set([404]))
  const zip = await zipNow()
  expect([zip.includes('.jpg'), zip.includes('.mp4'), zip.includes(plan.name)]).toEqual([false, false, false])
  const info = await here.api.call(guestInfo, { query: { guest_survey_id: link.id } })
  expect(info.body.data.attributes).toMatchObject({ total_uploaded_files: 0, plans: [] })
  // The owner's own addresses have them as before.
  const own = await owner.api.call(zipDownload, { query: { user_survey_id: survey.id } })
  expect((await here.api.open(own.body.data.uploaded_files_winzip)).rawPayload.includes('.mp4')).toBe(true)
  await show(true)
  expect(new Set(await opened(files))).toEqual(new Set([206]))
})

/** Returns one address of each kind that a signed-in user receives. */
async function ownersAddresses({ owner, survey }: PicturedSurvey, api = owner.api): Promise<string[]> {
  const replies = [
    await api.call(reportDetail, { params: { id: survey.id } }),
    await api.call(reportDownload, { params: { id: survey.id } }),
    await api.call(zipDownload, { query: { user_survey_id: survey.id } }),
    await api.call(profilePhoto, {}),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  return signedIn(replies.map(({ body }) => body))
}

async function entered(owner: MadeAccount, made: PicturedSurvey) {
  const again = await here.make.again(owner)
  return { session: again, addresses: await ownersAddresses(made, again.api) }
}

test('an owner’s addresses end with their session, however it ends', async () => {
  const boss = await here.make.account({ role: 'admin' })
  const made = await picturedSurvey(here)
  const { owner } = made
  await makePlan(owner, made.survey.id, { name: 'Level 3' })
  const kept = await ownersAddresses(made)
  const kinds = new Set(kept.map((one) => one.split('/')[3]))
  expect(kinds).toEqual(new Set(['media', 'plan', 'report', 'zip']))
  const good = async (addresses: readonly string[]) => new Set(await opened(addresses))

  const ways: Record<string, (session: MadeAccount) => Promise<{ status: number }>> = {
    'logging out': ({ api }) => api.call(logOut, {}),
    'ended from elsewhere': ({ sessionId }) => owner.api.call(endSession, { params: { id: sessionId } }),
    'all others ended': () => owner.api.call(endOtherSessions, {}),
    'a new password': () =>
      owner.api.call(changePassword, {
        body: {
          data: {
            attributes: {
              old_password: goodPassword,
              new_password: 'Another8horse',
              confirm_password: 'Another8horse',
            },
          },
        },
      }),
  }
  for (const [way, end] of Object.entries(ways)) {
    const { session, addresses } = await entered(owner, made)
    expect([way, await good(addresses)]).toEqual([way, new Set([200, 206])])
    expect([way, (await end(session)).status]).toEqual([way, 200])
    expect([way, await good(addresses)]).toEqual([way, new Set([410])])
  }
  // The session that did not end keeps its addresses.
  expect(await good(kept)).toEqual(new Set([200, 206]))
  const stand = (disabled: boolean) =>
    boss.api.call(changeAccountAccess, { params: { id: owner.id }, body: { disabled } })
  await stand(true)
  expect(await good(kept)).toEqual(new Set([410]))
  await stand(false)
  expect(await good(kept)).toEqual(new Set([410]))
})

/** Incompressible: megabytes, even as the copy for guests. */
function noise(): Promise<Buffer> {
  const [width, height] = [1920, 1440]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

test('a zip that is being read is cut off once its link is revoked', async () => {
  const made = await picturedSurvey(here)
  const notes = detailOf(made.survey, 'Building', 'Notes').id
  // Larger than the buffers on the way, so that it cannot finish before the link ends.
  const large = await noise()
  await attach(
    made.owner,
    notes,
    Array.from({ length: 8 }, () => photoPart(large)),
  )
  const link = await share(made.owner, made.survey.id)
  const { body } = await here.api.call(guestZip, { query: { guest_survey_id: link.id } })
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = here.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${body.data.uploaded_files_winzip} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  const promised = Number(/content-length: (\d+)/i.exec(first.toString('latin1'))?.[1])
  socket.pause()
  await made.owner.api.call(revokeAccess, { body: { link_share_id: made.survey.id } })
  // The server cuts off an idle reader too; bytes already sent still arrive.
  const closed = once(socket, 'close')
  await expect
    .poll(async () => new Promise<number>((done) => here.app.server.getConnections((_, n) => done(n))))
    .toBe(0)
  let received = first.length
  socket.on('data', (piece: Buffer) => {
    received += piece.length
  })
  socket.on('error', () => undefined)
  socket.resume()
  await closed
  expect(received).toBeLessThan(promised)
})
