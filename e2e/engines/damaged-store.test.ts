import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { damages } from '../damage-store.ts'
import { newProfile } from '../killable-browser.ts'
import { openAs } from '../open-as.ts'
import { patience } from '../patience.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'
import { openLink } from './link.ts'

const field = 'Address'

test('restores the device’s work if a killed browser’s database is missing or damaged at the next start', {
  timeout: 10 * patience,
}, async ({ site, visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const lasting = { profile: await newProfile(), link: await openLink(site.address) }
  let typed = ''
  const first = await visit('phone', lasting)
  await openAs(first.page, surveyor, formAddress(survey))
  await arrived(first.page)
  // A killed browser may lose the login too: Firefox writes it seconds later. This journey is about answers.
  await first.person.close()
  for (const [round, damage] of damages.entries()) {
    const { page, person } = await visit('phone', lasting)
    await page.goto(formAddress(survey))
    await arrived(page)
    lasting.link.cut()
    typed = `${round} Ridge Road`
    await form(page).input(field).fill(typed)
    await form(page)
      .syncLine.getByText(/on this device/)
      .waitFor()
    // WebKitGTK falls back to local storage, which it flushes at its own pace.
    await expect.poll(() => isRecorded(lasting.profile, typed)).toBe(true)
    // Playwright's Chromium can only be closed here; `e2e/journeys/damaged-store` kills one.
    await (person.kill ?? person.close)()
    for (const folder of await databasesIn(lasting.profile)) await damage(folder)
    lasting.link.mend()
  }
  const { page } = await visit('phone', lasting)
  await page.goto(formAddress(survey))
  await arrived(page)

  async function arrived(page: Parameters<typeof form>[0]): Promise<void> {
    // Some engines don't open a damaged database, others open it and fail to read it. Then the user decides what
    // to do, at the start or once the form is there.
    const repair = page.getByRole('button', { name: 'Repair' })
    const synced = form(page).syncLine.getByText(/On the server/)
    const isDone = async () => {
      if ((await repair.count()) > 0) await repair.click()
      return (await synced.count()) > 0 && (await form(page).input(field).inputValue()) === typed
    }
    // The repair reloads the page, and evaluation fails in between.
    await expect.poll(() => isDone().catch(() => false), { timeout: 3 * patience }).toBe(true)
    const saved = answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', field)
    expect(saved.field_value).toBe(typed)
  }
})

/** Whether a file of the profile outside of its databases contains the text. */
async function isRecorded(profile: string, text: string): Promise<boolean> {
  const needles = [Buffer.from(text), Buffer.from(text, 'utf16le')]
  const entries = await readdir(profile, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const path of paths.filter((one) => /local-?storage|\/(fs|file ?system)\//i.test(one))) {
    // It may be deleted by now.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (needles.some((needle) => bytes.includes(needle))) return true
  }
  return false
}

/** Returns the folders of the site's databases; Firefox has internal ones elsewhere. */
async function databasesIn(profile: string): Promise<readonly string[]> {
  const entries = await readdir(profile, { recursive: true, withFileTypes: true })
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  const found = folders.filter((path) => /IndexedDB$|indexeddb$|localhost[^/]*\/idb$/.test(path))
  if (found.length === 0) throw new Error('The profile has no database.')
  return found
}
