import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { changePassword } from '#contract/accounts/profile.ts'
import { limits } from '#contract/limits.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { messagesTo } from '#server/testing/outbox.ts'
import { type TestApp, testAppForThisTest } from '#server/testing/test-app.ts'

function at(place: number) {
  return { headers: { 'x-forwarded-for': `10.8.${place >> 8}.${place & 255}` } }
}

async function enter(here: TestApp, email: string, password: string, place: number): Promise<number> {
  const body = { data: { type: 'email_account' as const, attributes: { email, password } } }
  return (await here.api.call(logIn, { body }, at(place))).status
}

/** Fewer at once than `LoginGate` admits, since it rejects the rest before any comparison. */
const atOnce = limits.loginsInsideOfStrangers

async function guess(here: TestApp, names: readonly string[], places: number, rounds: number) {
  const answers: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (let first = 0; first < places; first += atOnce) {
      const tries = Array.from({ length: Math.min(atOnce, places - first) }, (_, at) => {
        const name = names[(round * places + first + at) % names.length] ?? ''
        return enter(here, name, `Wrong7horse${round}-${first + at}`, first + at)
      })
      answers.push(...(await Promise.all(tries)))
    }
  }
  return answers
}

async function braked(here: TestApp) {
  return here.context.db
    .selectFrom('audit')
    .select(['target_id', 'detail'])
    .where('action', '=', 'guessing.braked')
    .execute()
}

const home = 4_000
const elsewhere = 5_000

async function whoHasLoggedIn(here: TestApp): Promise<MadeAccount> {
  const owner = await here.make.account()
  expect(await enter(here, owner.email, goodPassword, home)).toBe(200)
  return owner
}

test('300 passwords from 30 addresses: few are compared, the owner can log in and is notified, and it is audited', async () => {
  const here = await testAppForThisTest({ TRUST_PROXY: '1' })
  const owner = await whoHasLoggedIn(here)
  const answers = await guess(here, [owner.email], 30, 10)
  const compared = answers.filter((status) => status === 401).length
  expect(compared).toBeLessThanOrEqual(limits.passwordFailures + 30 * limits.passwordTriesBraked)
  expect(answers.filter((status) => status === 429)).toHaveLength(300 - compared)

  // At the owner's known place nothing changes, even after some mistakes.
  for (let mistakes = 0; mistakes < 5; mistakes++)
    expect(await enter(here, owner.email, 'Mistyped7horse', home)).toBe(401)
  expect(await enter(here, owner.email, goodPassword, home)).toBe(200)
  // Also from a new place.
  expect(await enter(here, owner.email, 'Mistyped7horse', elsewhere)).toBe(401)
  expect(await enter(here, owner.email, goodPassword, elsewhere)).toBe(200)
  // The right password does not help at a place that has guessed before.
  expect(await enter(here, owner.email, goodPassword, 0)).toBe(429)

  expect(await braked(here)).toEqual([{ target_id: owner.id, detail: { what: 'password', of: 'account' } }])
  const messages = (await messagesTo(here, owner.email)).filter(({ kind }) => kind === 'account.guessing')
  expect(messages).toHaveLength(1)
  expect(messages[0]?.body).toContain('not locked')
})

test('unknown names are throttled like known ones', async () => {
  const here = await testAppForThisTest({ TRUST_PROXY: '1' })
  const { email } = await here.make.account()
  const known = await guess(here, [email], 12, 5)
  const unknown = await guess(here, [`no-${email}`], 12, 5)
  expect(unknown.toSorted()).toEqual(known.toSorted())
  expect(await messagesTo(here, `no-${email}`)).toEqual([])
})

test('guessing over many accounts throttles all new places, and is audited', async () => {
  const here = await testAppForThisTest({ TRUST_PROXY: '1' })
  const owner = await whoHasLoggedIn(here)
  const names = Array.from({ length: 62 }, (_, at) => `nobody${at}@example.com`)
  await guess(here, names, 31, 10)
  const more = await guess(here, [owner.email], 1, 4)
  expect(more).toEqual([401, 401, 429, 429])
  expect(await braked(here)).toEqual([{ target_id: '', detail: { what: 'password', of: 'installation' } }])
  expect(await enter(here, owner.email, goodPassword, home)).toBe(200)
  expect(await enter(here, owner.email, goodPassword, elsewhere)).toBe(200)
})

test("a stolen session can't guess the password from many addresses, or add to the tries at the login", async () => {
  const here = await testAppForThisTest({ TRUST_PROXY: '1' })
  const owner = await whoHasLoggedIn(here)
  const attributes = { new_password: 'Hillhouse59', confirm_password: 'Hillhouse59' }
  const change = async (old_password: string, place: number) => {
    const body = { data: { attributes: { ...attributes, old_password } } }
    return (await owner.api.call(changePassword, { body }, at(place))).status
  }
  const places = 30
  const answers: number[] = []
  for (let first = 0; first < 5 * places; first += limits.hashesWaitingPerAccount)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: limits.hashesWaitingPerAccount }, (_, at) =>
          change(`Wrong7horse${first + at}`, (first + at) % places),
        ),
      )),
    )
  const compared = answers.filter((status) => status === 422).length
  expect(compared).toBeLessThanOrEqual(limits.passwordFailures + places * limits.passwordTriesBraked)
  expect(answers.filter((status) => status === 429)).toHaveLength(answers.length - compared)
  expect(await enter(here, owner.email, 'Wrong7horse', 0)).toBe(429)
  expect(await braked(here)).toEqual([{ target_id: owner.id, detail: { what: 'password', of: 'account' } }])
  // At home nothing changes.
  expect(await change('Mistyped7horse', home)).toBe(422)
  expect(await change(goodPassword, home)).toBe(200)
})
