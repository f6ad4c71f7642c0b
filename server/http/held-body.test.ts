import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invite } from '#contract/admin/admin.ts'
import { generateLink } from '#contract/sharing/sharing.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const minute = 60_000

let here: TestApp
let port: number
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  port = (here.app.server.address() as AddressInfo).port
})
afterAll(() => here.close())

/**
 * Sends the head of a call and waits until its caller is authenticated; the returned function sends the body.
 */
async function held(caller: MadeAccount, path: string, body: object) {
  const sent = JSON.stringify(body)
  const socket = connect(port, '127.0.0.1')
  const head = [
    `POST /api${path} HTTP/1.1`,
    'Host: fieldbook.test',
    'Connection: close',
    `token: ${caller.api.token}`,
    'Content-Type: application/json',
    `Content-Length: ${sent.length}`,
  ]
  // Authentication updates the session's last-seen time.
  here.passTime(6 * minute)
  const before = await lastSeen(caller)
  socket.write(`${head.join('\r\n')}\r\n\r\n{`)
  await expect.poll(() => lastSeen(caller)).not.toEqual(before)
  return async () => {
    here.passTime(minute)
    const answer = text(socket)
    socket.write(sent.slice(1))
    await once(socket, 'close')
    return Number(/^HTTP\/1.1 (\d+)/.exec(await answer)?.[1])
  }
}

async function lastSeen({ sessionId }: MadeAccount) {
  const found = await here.context.db
    .selectFrom('session')
    .select('last_seen_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return found?.last_seen_at
}

const invitee = { first_name: 'Back', last_name: 'Door', role: 'admin' as const }

test('a call whose body arrives after its caller lost the admin role is denied', async () => {
  const admin = await here.make.account({ role: 'admin' })
  const invitation = { data: { attributes: { ...invitee, email: 'back@door.example' } } }
  const finish = await held(admin, invite.path, invitation)
  await here.context.db.updateTable('account').set({ role: 'surveyor' }).where('id', '=', admin.id).execute()
  expect(await finish()).toBe(403)
})

test('a call whose body arrives after its session ended is rejected', async () => {
  const owner = await here.make.account()
  const finish = await held(owner, generateLink.path, { link_share_id: (await startSurvey(owner)).id })
  await here.context.db.deleteFrom('session').where('id', '=', owner.sessionId).execute()
  expect(await finish()).toBe(401)
})

test('a call with a slow body succeeds while its session is valid', async () => {
  const owner = await here.make.account()
  const finish = await held(owner, generateLink.path, { link_share_id: (await startSurvey(owner)).id })
  expect(await finish()).toBe(200)
})
