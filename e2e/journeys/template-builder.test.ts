import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { logIn as logInCall } from '#contract/accounts/accounts.ts'
import { changeAccountAccess } from '#contract/admin/admin.ts'
import { createSurvey } from '#contract/surveys/surveys.ts'
import { announceEditing, readForm, saveForm } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { asAdmin, makeForm } from '../long-names.ts'
import { watchConsole } from '../page-log.ts'
import { logIn } from '../screens/entry.ts'
import { formBuilder } from '../screens/form-builder.ts'
import { sideways } from '../sideways.ts'
import { addSurveyor, admin } from '../site.ts'

const closets: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Closet check',
  sections: [
    {
      key: 'closet',
      name: 'Closet',
      fields: [
        { key: 'idf_present', name: 'IDF present', type: 'yes_no' },
        { key: 'racks', name: 'Racks', type: 'numeric' },
      ],
    },
    { key: 'power', name: 'Power', fields: [{ key: 'panel', name: 'Panel', type: 'text' }] },
  ],
}

const risers: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Riser check',
  sections: [
    {
      key: 'shaft',
      name: 'Shaft',
      fields: [
        { key: 'racks', name: 'Racks', type: 'numeric' },
        { key: 'label', name: 'Label', type: 'text', showIf: "${racks} > 0 and ${tower} = 'A'" },
      ],
    },
  ],
}

async function stored(api: HttpApi, id: string) {
  const answer = await api.call(readForm, { params: { id } })
  if (answer?.status !== 200) throw new Error(`No template: ${JSON.stringify(answer?.body)}`)
  return answer.body.data.attributes
}

function paste(page: Page, text: string): Promise<void> {
  return page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', given)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

async function middleOf(row: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await row.boundingBox()
  if (!box) throw new Error('The row is not drawn.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function dragRow({ mouse }: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await mouse.move(start.x, start.y)
  await mouse.down()
  await mouse.move(start.x, start.y + 8, { steps: 2 })
  await mouse.move(end.x, end.y, { steps: 8 })
  await expect.poll(() => to.getAttribute('data-drop')).toBeTruthy()
  await mouse.up()
}

/** A finger rests on the row until it is taken up. */
async function dragByFinger(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', start)
  await expect.poll(() => from.getAttribute('data-dnd-dragging')).toBe('true')
  for (let part = 1; part <= 8; part++)
    await touch('touchMove', { x: end.x, y: start.y + ((end.y - start.y) * part) / 8 })
  await expect.poll(() => to.getAttribute('data-drop')).toBeTruthy()
  await touch('touchEnd')
  await session.detach()
}

test('on a desktop a template is built by keyboard and mouse, mended, published, and surveys begin with it', async ({
  site,
  visit,
}) => {
  const api = await asAdmin(site)
  const id = await makeForm(api, closets)
  await makeForm(api, risers)
  const page = await visit('desktop', { bypassCSP: true })
  const complaints = watchConsole(page)
  await logIn(page, admin)
  await page.goto(`/Templates/${id}`)
  const builder = formBuilder(page)
  await builder.name(1).waitFor()
  expect(await seriousOn(page)).toEqual([])

  // Names are written where they stand; Enter is the next field, and a pasted list is several.
  await builder.name(2).click()
  await page.keyboard.press('Enter')
  await expect.poll(builder.names).toHaveLength(3)
  await page.keyboard.press('Backspace')
  await expect.poll(builder.names).toHaveLength(2)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Cooling')
  await builder.properties.getByLabel('Type').selectOption('Single choice (buttons)')
  await builder.properties.getByRole('button', { name: 'Add option' }).click()
  await builder.properties.getByRole('textbox', { name: 'Option 1' }).waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Option 1')
  await paste(page, '- Air\n- Water\n- None')
  await expect
    .poll(async () => (await stored(api, id)).form.sections[0]?.fields[2])
    .toEqual({ key: 'cooling', name: 'Cooling', type: 'radio', options: ['Air', 'Water', 'None'] })
  await builder.name(3).focus()
  await paste(page, 'Fiber count\nLength')
  await expect.poll(builder.names).toEqual(['IDF present', 'Racks', 'Cooling', 'Fiber count', 'Length'])
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(builder.names).toEqual(['IDF present', 'Racks', 'Cooling', 'Length', 'Fiber count'])
  await page.getByRole('status').getByText('Length is now number 4 of 5.').waitFor()

  // By mouse: a field within its section and into another one, and a section; each is one step back.
  await dragRow(page, builder.row(/^Fiber count/), builder.row(/^Racks/))
  await expect.poll(builder.names).toEqual(['IDF present', 'Fiber count', 'Racks', 'Cooling', 'Length'])
  await page.getByRole('status').getByText('Fiber count is now number 2 of 5.').waitFor()
  await dragRow(page, builder.row(/^Cooling/), builder.row(/^Power/))
  await page.getByRole('status').getByText('Cooling is now in Power.').waitFor()
  await expect.poll(builder.names).toEqual(['Panel', 'Cooling'])
  await dragRow(page, builder.row(/^Power/), builder.row(/^Closet(?! check)/))
  await page.getByRole('status').getByText('Power is now number 1 of 2.').waitFor()
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z')
  await builder.row(/^Closet(?! check)/).click()
  await expect.poll(builder.names).toEqual(['IDF present', 'Racks', 'Cooling', 'Length', 'Fiber count'])

  // Undo and redo without end, also where the focus is nowhere.
  await page.keyboard.press('Control+z')
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('Control+z')
  await expect.poll(builder.names).toEqual(['IDF present', 'Racks', 'Cooling'])
  await builder.redo.click()
  await expect.poll(builder.names).toHaveLength(5)

  // Options that two fields share are changed in one place, and made a field's own again.
  const whose = builder.properties.getByLabel('Options from')
  await builder.name(3).click()
  await whose.selectOption('Share as a list…')
  await builder.name(5).click()
  await whose.selectOption('Cooling (1 field)')
  await builder.properties.getByText('Changes also apply to Cooling.').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await builder.properties.getByRole('textbox', { name: 'Option 3' }).fill('Nothing')
  const offered = async (place: number) => {
    const { list, options } = (await stored(api, id)).form.sections[0]?.fields[place] ?? {}
    return { list, options }
  }
  await expect.poll(() => offered(2)).toEqual({ list: 'Cooling', options: ['Air', 'Water', 'Nothing'] })
  expect(await offered(4)).toEqual(await offered(2))
  await whose.selectOption('Only this field')
  await builder.properties.getByRole('textbox', { name: 'Option 1' }).fill('Fan')
  await expect.poll(() => offered(4)).toEqual({ list: undefined, options: ['Fan', 'Water', 'Nothing'] })
  expect((await offered(2)).options).toEqual(['Air', 'Water', 'Nothing'])

  // A condition by rows, which follows a key that is renamed.
  await builder.name(2).click()
  const rule = builder.properties.getByRole('group', { name: 'Show this field when…' })
  await rule.getByRole('button', { name: 'Add condition' }).click()
  await expect.poll(() => rule.getByLabel('Value').inputValue()).toBe('Yes')
  expect(await seriousOn(page)).toEqual([])
  await builder.name(1).click()
  await builder.properties.getByLabel('Key').fill('power')
  await builder.properties.getByText('The key “power” is used twice.').waitFor()
  // A key that is being typed is no step yet: Undo takes letters back, not what was done before.
  await page.keyboard.press('Control+z')
  await expect.poll(() => builder.properties.getByLabel('Key').inputValue()).toBe('idf_present')
  await builder.name(2).click()
  await rule.getByLabel('Value').waitFor()
  await builder.name(1).click()
  await builder.properties.getByLabel('Key').fill('idf')
  await builder.properties.getByLabel('Key').press('Enter')
  await expect
    .poll(async () => (await stored(api, id)).form.sections[0]?.fields[1]?.showIf)
    .toBe("${idf} = 'Yes'")

  // The preview is the real form: conditions hold, and nothing of it is kept.
  await page.getByRole('button', { name: 'Preview' }).click()
  await builder.dialog.getByRole('group', { name: 'IDF present' }).waitFor()
  expect(await builder.dialog.getByLabel('Racks').count()).toBe(0)
  await builder.dialog.getByText('Yes', { exact: true }).click()
  await builder.dialog.getByLabel('Racks').fill('3')
  // Empty fields get sample answers, which the report shows.
  await builder.dialog.getByRole('button', { name: 'Sample answers' }).click()
  await expect.poll(() => builder.dialog.getByLabel('Racks').inputValue()).toBe('3')
  expect(await seriousOn(page)).toEqual([])
  const report = page.waitForEvent('download')
  await builder.dialog.getByRole('button', { name: 'Report as PDF' }).click()
  const pdf = await readPdf(await readFile(await (await report).path()))
  expect(pdf.text).toMatch(/Racks\s+3/)
  await builder.dialog.getByRole('button', { name: 'Close' }).click()
  await builder.dialog.waitFor({ state: 'detached' })

  // A section of another template comes along with its rules, under keys of its own; undo takes it away.
  await builder.outline.getByRole('button', { name: 'Copy section…' }).click()
  await builder.dialog.getByLabel('Search templates').fill('riser')
  await builder.dialog.getByRole('button', { name: /^Riser check/ }).click()
  const shaft = builder.dialog.getByRole('button', { name: /^Shaft/ })
  await shaft.getByText('Its conditions and formulas refer to fields that are not copied: tower').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await shaft.click()
  await page.getByRole('status').getByText('Shaft was copied from Riser check.').waitFor()
  await expect.poll(builder.names).toEqual(['Racks', 'Label'])
  await expect
    .poll(async () => (await stored(api, id)).form.sections[1])
    .toEqual({
      key: 'shaft',
      name: 'Shaft',
      fields: [
        { key: 'racks_2', name: 'Racks', type: 'numeric' },
        { key: 'label', name: 'Label', type: 'text', showIf: "${racks_2} > 0 and ${tower} = 'A'" },
      ],
    })
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await builder.outline.getByRole('button', { name: /^Shaft/ }).waitFor({ state: 'detached' })
  // Offers fields that several of the account's templates share, except those already here.
  await builder.outline.getByRole('button', { name: /^Power/ }).click()
  await builder.section.getByRole('button', { name: 'Frequently used' }).click()
  await page.getByRole('menuitem', { name: 'Racks · Whole number' }).click()
  await expect.poll(builder.names).toEqual(['Panel', 'Racks'])
  expect(await seriousOn(page)).toEqual([])
  await page.keyboard.press('Control+z')
  await builder.outline.getByRole('button', { name: /^Closet(?! check)/ }).click()
  await expect.poll(builder.names).toHaveLength(5)

  // The deletion dialog names dependent fields, and a deletion can be undone.
  await builder.section.getByRole('button', { name: 'More for IDF present' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await builder.dialog.getByText('Racks: when it is shown').waitFor()
  await builder.dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(builder.names).toHaveLength(4)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(builder.names).toHaveLength(5)

  // Nothing is lost by a reload, with network or without.
  await builder.name(5).fill('Strands')
  await page.reload()
  await builder.name(5).waitFor()
  expect(await builder.names()).toContain('Strands')
  await page.context().setOffline(true)
  await builder.name(5).fill('Strands of fiber')
  await page.getByText('Not saved yet: no network').waitFor()
  await page.context().setOffline(false)
  await builder.saved.waitFor()
  expect((await stored(api, id)).form.sections[0]?.fields[4]?.name).toBe('Strands of fiber')

  // A fault leads to its field, and keeps it from being published.
  await builder.section.getByRole('button', { name: 'Add field' }).click()
  await builder.faults.click()
  await page.getByRole('menuitem', { name: 'No name yet: Enter a name.' }).click()
  await builder.publish.click()
  await builder.dialog.getByRole('button', { name: 'Publish' }).click()
  await builder.dialog.getByText('Please fix the marked problems, then publish.').waitFor()
  await builder.dialog.getByRole('button', { name: 'Cancel' }).click()
  await builder.properties.getByLabel('Name', { exact: true }).fill('Remarks')
  await builder.faults.waitFor({ state: 'detached' })

  // Another account takes over: this page becomes read-only, follows its saves, and takes over again.
  const ana = await addSurveyor(new HttpApi(site.address), 'Ruiz')
  const theirSession = await ana.api.call(logInCall, { body: { data: { attributes: ana } } })
  const theirId = theirSession?.body.data.id ?? ''
  await api.call(changeAccountAccess, { params: { id: theirId }, body: { may_make_templates: true } })
  await builder.saved.waitFor()
  await ana.api.call(announceEditing, { params: { id }, body: { take_over: true } })
  const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await lookAgain()
  await page.getByText(/Ruiz is editing this template\. You can view it\.$/).waitFor()
  expect(await seriousOn(page)).toEqual([])
  const order = await builder.names()
  expect(await builder.name(1).isEditable()).toBe(false)
  expect(await builder.properties.getByLabel('Name', { exact: true }).isEnabled()).toBe(false)
  await builder.name(1).press('Alt+ArrowDown')
  expect(await builder.names()).toEqual(order)
  const { form: shared, revision } = await stored(api, id)
  const [front, ...rest] = shared.sections
  const [field, ...fields] = front?.fields ?? []
  if (!front || !field) throw new Error('There is no first field.')
  const sections = [{ ...front, fields: [{ ...field, name: 'IDF seen' }, ...fields] }, ...rest]
  await ana.api.call(saveForm, { body: { id, revision, form: { ...shared, sections } } })
  await lookAgain()
  await expect.poll(builder.names).toContain('IDF seen')
  await page.getByRole('button', { name: 'Edit it myself' }).click()
  await page
    .getByText(/is editing this template/)
    .first()
    .waitFor({ state: 'detached' })
  await builder.name(1).fill('IDF present')
  await builder.saved.waitFor()

  // Another account saved meanwhile: both versions are preserved.
  const theirs = await stored(api, id)
  await builder.saved.waitFor()
  const now = await stored(api, id)
  // Else the page may hear of it before anything is typed, and follow.
  await page.context().setOffline(true)
  await api.call(saveForm, { body: { id, revision: now.revision, form: { ...theirs.form, name: 'Theirs' } } })
  await builder.name(1).fill('IDF there')
  await page.context().setOffline(false)
  await builder.dialog.getByRole('heading', { name: /changed this template at/ }).waitFor()
  expect(await seriousOn(page)).toEqual([])
  await builder.dialog.getByRole('button', { name: 'Keep mine' }).click()
  await builder.saved.waitFor()
  expect((await stored(api, id)).name).toBe('Closet check')

  await builder.publish.click()
  await builder.dialog.getByLabel('Note for your team').fill('First one')
  await builder.dialog.getByRole('button', { name: 'Publish' }).click()
  await builder.dialog.getByText('Version 1 is published.').waitFor()
  await builder.dialog.getByRole('button', { name: 'Ok' }).click()
  await page.getByText('Version 1', { exact: true }).waitFor()
  const published = await stored(api, id)
  const survey = await api.call(createSurvey, {
    body: {
      survey_template_id: published.survey_template_id ?? '',
      survey_name: 'Hill House',
      owner_name: 'Mrs Dudley',
    },
  })
  const [section] = survey?.body.data.attributes.user_survey_sections ?? []
  expect(
    section?.user_survey_sub_sections[0]?.user_survey_sub_section_details.map((one) => one.field_name),
  ).toEqual(['IDF there', 'Racks', 'Cooling', 'Fiber count', 'Strands of fiber', 'Remarks'])
  // The network was away, and twice the server refused: all of it was wanted.
  const refused = (line: string) => line.startsWith('Failed to load resource: ')
  expect(complaints.lines().filter((line) => !refused(line))).toEqual([])
})

test('in two tabs of one person each goes on with what the other saved', async ({ site, visit }) => {
  const api = await asAdmin(site)
  const id = await makeForm(api, { ...closets, name: 'Closet in two tabs' })
  const page = await visit('desktop')
  await logIn(page, admin)
  await page.goto(`/Templates/${id}`)
  const first = formBuilder(page)
  await first.name(2).fill('Racks in all')
  await first.saved.waitFor()
  const other = await page.context().newPage()
  await other.goto(`/Templates/${id}`)
  const second = formBuilder(other)
  await second.name(1).fill('IDF seen')
  await second.saved.waitFor()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(first.names).toEqual(['IDF seen', 'Racks in all'])
  await first.name(2).fill('Racks in sight')
  const names = async () => (await stored(api, id)).form.sections[0]?.fields.map(({ name }) => name)
  await expect.poll(names).toEqual(['IDF seen', 'Racks in sight'])
  expect(await first.dialog.count()).toBe(0)
})

test('on a phone the three steps follow one another, and Back goes one back', async ({ site, visit }) => {
  const api = await asAdmin(site)
  const id = await makeForm(api, { ...closets, name: 'Closet on a phone' })
  const page = await visit('phone', { bypassCSP: true })
  await logIn(page, admin)
  await page.goto(`/Templates/${id}`)
  const builder = formBuilder(page)
  await builder.outline.getByRole('button', { name: /^Closet(?! on)/ }).waitFor()
  expect(await seriousOn(page)).toEqual([])
  await dragByFinger(page, builder.row(/^Racks/), builder.row(/^IDF present/))
  await page.getByRole('status').getByText('Racks is now number 1 of 2.').waitFor()
  await builder.outline.waitFor()
  await page.getByRole('button', { name: 'Undo' }).first().tap()
  await builder.outline.getByRole('button', { name: /^Power/ }).tap()
  await builder.name(1).waitFor()
  expect(await seriousOn(page)).toEqual([])
  await builder.section.getByRole('button', { name: 'Properties of Panel' }).tap()
  await builder.properties.getByLabel('Hint').fill('As on its door')
  expect(await seriousOn(page)).toEqual([])
  await page.goBack()
  await builder.section.getByText('As on its door').waitFor()
  await builder.section.getByRole('button', { name: 'More for Panel' }).tap()
  await page.getByRole('menuitem', { name: 'Move to section…' }).tap()
  await builder.dialog.getByLabel('Section').selectOption('Closet')
  await builder.dialog.getByRole('button', { name: 'Move', exact: true }).tap()
  await expect.poll(builder.names).toEqual(['IDF present', 'Racks', 'Panel'])
  await builder.section.getByRole('button', { name: 'Back' }).tap()
  await builder.outline.waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await sideways(page)).toBe(0)
  await builder.saved.waitFor()
  expect((await stored(api, id)).form.sections[0]?.fields[2]?.name).toBe('Panel')
})
