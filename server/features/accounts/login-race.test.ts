import { expect, test, vi } from 'vitest'
import { logIn, resetPassword } from '#contract/accounts/accounts.ts'
import { goodPassword } from '#server/testing/make.ts'
import { testAppForThisTest } from '#server/testing/test-app.ts'
import * as hashes from './password/hash.ts'

vi.mock('./password/hash.ts', { spy: true })

test('a login with a one-time password that is replaced meanwhile is rejected', async () => {
  const { api, make } = await testAppForThisTest()
  const { passwordFits } = await vi.importActual<typeof hashes>('./password/hash.ts')
  const newcomer = await make.account({ passwordIsOwn: false })
  vi.mocked(hashes.passwordFits).mockImplementationOnce(async (...given) => {
    const fits = await passwordFits(...given)
    const attributes = { new_password: 'Another7horse', confirm_password: 'Another7horse' }
    const changed = await newcomer.api.call(resetPassword, { body: { data: { attributes } } })
    expect(changed.status).toBe(200)
    return fits
  })
  const attributes = { email: newcomer.email, password: goodPassword }
  expect((await api.call(logIn, { body: { data: { attributes } } })).status).toBe(401)
})
