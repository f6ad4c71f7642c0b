import { expect } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test as base } from '../fixtures.ts'
import { entry, logIn } from '../screens/entry.ts'
import { admin, openSite } from '../site.ts'
import { usually } from '../sizes.ts'

/** Existing mailboxes. */
const known = new Set<string>()

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
  .extend('mail', { scope: 'file' }, async ({}, { onCleanup }) => {
    const mail = await startMailServer({
      toRecipient: (address) => (known.has(address) ? null : { code: 550, text: 'No such mailbox' }),
    })
    onCleanup(() => mail.close())
    return mail
  })
  .extend('site', { scope: 'file' }, async ({ mail }, { onCleanup }) => {
    const site = await openSite({ SMTP_URL: mail.url })
    onCleanup(() => site.close())
    return site
  })

test.for<Size>(usually('desktop'))(
  'an administrator sends a test message, reads why it failed, and sends it again (%s)',
  async (size, { visit, mail }) => {
    const to = `${size}@example.com`
    const page = await visit(size, { bypassCSP: true })
    await logIn(page, admin)
    await page.goto('/Emaildeliverability')
    await page.getByText('Emails are sent.').waitFor()
    await page.getByRole('button', { name: 'Send a test message' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To').fill('nobody')
    await page.keyboard.press('Enter')
    await dialog.getByText('Please enter a valid email').waitFor()
    await dialog.getByLabel('To').fill(to)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })

    await page.getByLabel('Recipient').fill(to)
    const list = page.getByRole('region', { name: 'Messages' })
    await list.getByText('No such mailbox').waitFor()
    expect(await seriousOn(page)).toEqual([])
    await list.getByRole('button', { name: `Email: Read the message to ${to}` }).click()
    await dialog.getByText('If you can read it, messages from Fieldbook arrive.').waitFor()
    expect(await seriousOn(page)).toEqual([])
    known.add(to)
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await list.getByText('Sent', { exact: true }).waitFor()
    expect((await mail.next()).recipients).toEqual([to])
    await page.getByLabel('Kind').selectOption('Text messages')
    await page.getByText('No matching messages.').waitFor()
  },
)

test('shows other users that it is for administrators', async ({ visit, surveyor }) => {
  const page = await visit('phone', { bypassCSP: true })
  await entry(page).open()
  await entry(page).give(surveyor)
  await page.waitForURL('**/dashboard')
  await page.goto('/Emaildeliverability')
  await page.getByRole('main').getByRole('link', { name: 'Go to dashboard' }).waitFor()
  expect(await seriousOn(page)).toEqual([])
})
