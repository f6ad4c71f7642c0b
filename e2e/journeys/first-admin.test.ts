import { onOwnSite } from '../fixtures.ts'
import { dashboard } from '../screens/dashboard.ts'
import { entry, logIn } from '../screens/entry.ts'

/** Starts without a configured administrator. */
const test = onOwnSite({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })

test('the first administrator chooses a password in place of the printed one', async ({ site, visit }) => {
  const [, printed = ''] = /one-time password (\S+)/.exec(site.printed()) ?? []
  const page = await visit('phone')
  const login = entry(page)
  await login.open()
  await login.give({ email: 'admin@fieldbook.local', password: printed })
  await page.getByRole('heading', { name: 'Keep your account secure' }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await confirm.click()
  await page.getByText('You must change your password in order to continue').waitFor()
  await page.getByLabel('Confirm new password').fill('Own5password')
  await confirm.click()
  await page.getByText('Please enter new password').waitFor()
  await page.getByLabel('New password', { exact: true }).fill('Own5password')
  await page.getByLabel('Confirm new password').fill('')
  await confirm.click()
  await page.getByText('Please enter confirm new password').waitFor()
  await page.getByLabel('Confirm new password').fill('Other5password')
  await confirm.click()
  await page.getByText("New password and confirm new password doesn't match.").waitFor()
  await page.getByLabel('Confirm new password').fill('Own5password')
  await confirm.click()
  await dashboard(page).heading.waitFor()

  const again = await visit('desktop')
  await entry(again).open()
  await entry(again).give({ email: 'admin@fieldbook.local', password: printed })
  await entry(again).refusal.getByText('Your login credentials are incorrect').waitFor()
  await logIn(again, { email: 'admin@fieldbook.local', password: 'Own5password' })
})
