import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { deleteSurvey } from '#contract/surveys/surveys.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { readList, startSurvey } from '../scene.ts'
import { adminConsole } from '../screens/admin.ts'
import { logIn } from '../screens/entry.ts'
import { sideways } from '../sideways.ts'
import { admin } from '../site.ts'
import { usually } from '../sizes.ts'

async function expectNarrow(page: Page, sight: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => sideways(page), { message: sight }).toBe(0)
  if (before) await page.setViewportSize(before)
}

/** As a spreadsheet of Windows writes it: a byte order mark, semicolons, quotation marks. */
function peopleFile(size: Size): string {
  const people = [
    'First name;Last name;Email;Role',
    `"Nell";"Vance";file-nell-${size}@example.com;`,
    `Theo;Crain;file-theo-${size}@example.com;surveyor`,
    `Luke;Crain;nowhere;surveyor`,
    `Ada;Twice;${admin.email};surveyor`,
  ]
  return `\ufeff${people.join('\r\n')}\r\n`
}

describe.each<Size>(usually('desktop'))('on a %s', (size) => {
  test('an administrator restores a survey, sees how the program is, and invites people from a file', async ({
    site,
    visit,
    surveyor,
  }) => {
    const survey = await startSurvey(surveyor, { name: 'Secret House' })
    await surveyor.api.call(deleteSurvey, { params: { id: survey.id } })
    const page = await visit(size, { bypassCSP: true })
    const { open, tab, dialog } = adminConsole(page)
    await logIn(page, admin)
    await open()

    await tab('Deleted surveys').click()
    const mark = survey.id.slice(-6)
    const restore = page.getByRole('button', { name: new RegExp(`^Restore survey of .* ${mark}$`) })
    await restore.waitFor()
    expect(await page.getByText('Secret House').count()).toBe(0)
    expect(await seriousOn(page)).toEqual([])
    await expectNarrow(page, 'deleted surveys')
    await restore.press('Enter')
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The survey was restored.').waitFor()
    await restore.waitFor({ state: 'detached' })
    expect((await readList(surveyor)).map(({ survey_name }) => survey_name)).toEqual(['Secret House'])

    await tab('System').click()
    await page.getByRole('heading', { name: 'Health' }).waitFor()
    await page.getByText('Not counted. ANALYTICS=1 turns counting on; no personal data is stored.').waitFor()
    await page.getByRole('cell', { name: 'Remove surveys deleted for good' }).waitFor()
    expect(await seriousOn(page)).toEqual([])
    await expectNarrow(page, 'system')

    await tab('Accounts').click()
    await page.getByRole('button', { name: 'Invite from file' }).click()
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(peopleFile(size)) }
    await page.locator('input[type=file]').setInputFiles(file)
    await dialog.getByText('4 people in the file, 3 can be invited.').waitFor()
    await dialog.getByText('Invalid email address').waitFor()
    expect(await seriousOn(page)).toEqual([])
    await expectNarrow(page, 'people of a file')
    await dialog.getByRole('button', { name: 'Send 3 invitations' }).click()
    await dialog.getByText('2 of 4 invited.').waitFor()
    await dialog.getByText('This email address is already registered.').waitFor()
    await dialog.getByRole('button', { name: /^Send/ }).waitFor({ state: 'detached' })
    expect(await dialog.getByText('Invited', { exact: true }).count()).toBe(2)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await site.mailsTo(`file-theo-${size}@example.com`)).toHaveLength(1)
  })
})
