import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { listContacts } from '#contract/accounts/contacts.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { pressOn, tabTo } from '../keyboard.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey, wiring } from '../scene.ts'
import { form } from '../screens/form.ts'
import { sideways } from '../sideways.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const vcf = (...lines: string[]) => ({
  name: 'people.vcf',
  mimeType: 'text/vcard',
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
})
const card = (name: string, ...more: string[]) => [
  'BEGIN:VCARD',
  'VERSION:3.0',
  `FN:${name}`,
  ...more,
  'END:VCARD',
]

/** Returns the contact that a phone reads from the code on the screen. */
async function readCode(page: Page, name: string): Promise<string | undefined> {
  const source = await page.getByRole('img', { name }).getAttribute('src')
  const svg = decodeURIComponent(source?.split(',').slice(1).join(',') ?? '')
  const program = await readFile(
    createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'),
  )
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(program).buffer },
    fireImmediately: true,
  })
  const png = await sharp(Buffer.from(svg))
    .resize(900, 900, { kernel: 'nearest' })
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#fff' })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()
  const [code] = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] })
  return code?.text
}

async function kept({ api }: Surveyor) {
  const answer = await api.call(listContacts, {})
  return answer?.body.data.map(({ attributes }) => attributes) ?? []
}

async function download(page: Page, name: string): Promise<string> {
  const downloaded = page.waitForEvent('download')
  await button(page, name).click()
  return readFile(await (await downloaded).path(), 'utf8')
}

describe.each<Size>(usually('phone'))('contacts on a %s', (size) => {
  test('a card is made by keyboard, read by a phone and downloaded; files are taken in', async ({
    visit,
    surveyor,
  }) => {
    const page = await visit(size, { bypassCSP: true })
    await openAs(page, surveyor, '/Home')
    const entry = page.getByRole('link', { name: 'vCard generator' })
    await (size === 'phone' ? entry.tap() : entry.click())
    await page.getByRole('heading', { name: 'vCard generator', level: 1 }).waitFor()
    await page.getByText('No contacts yet.').waitFor()

    await pressOn(page, 'Generate card')
    await page.getByText('Please enter a first name, a last name or an organization.').waitFor()
    await expect
      .poll(() => field(page, 'First name').evaluate((one) => one === document.activeElement))
      .toBe(true)
    await page.keyboard.type('Ana')
    await tabTo(page, 'Last name')
    await page.keyboard.type('Pérez; Hill')
    await field(page, 'Contact number').fill('+1 201 555 0123')
    await field(page, 'Title').fill('Superintendent')
    await page.getByRole('combobox', { name: 'Gender' }).selectOption({ label: 'Female' })
    await page.getByLabel('Birth date').fill('1980-05-01')
    await field(page, 'Note').fill('Rings,\ntwice')
    await page.locator('input[accept="image/*"]').setInputFiles(await photo('ana.jpg'))
    await page.getByRole('img', { name: 'Photo of Ana Pérez; Hill' }).waitFor()
    await pressOn(page, 'Generate card')
    await page.getByText('The QR code leaves out the photo. The file includes it.').waitFor()
    const code = await readCode(page, 'QR code with the card of Ana Pérez; Hill')
    expect(code?.split('\r\n')).toEqual(
      expect.arrayContaining(['VERSION:3.0', 'N:Pérez\\; Hill;Ana;;;', 'TEL;TYPE=VOICE:+1 201 555 0123']),
    )
    const old = await download(page, 'Download vCard 3.0')
    expect(old).toContain('\r\nNOTE:Rings\\,\\ntwice\r\n')
    expect(old).toContain('\r\nPHOTO;ENCODING=b;TYPE=JPEG:')
    expect(await download(page, 'Download vCard 4.0')).toContain('\r\nGENDER:F\r\n')
    expect(await seriousOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect
      .poll(async () => (await kept(surveyor)).map(({ lastName }) => lastName))
      .toEqual(['Pérez; Hill'])
    expect(await seriousOn(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await sideways(page)).toBeLessThanOrEqual(0)

    const input = page.locator('input[accept^=".vcf"]')
    await input.setInputFiles({ name: 'people.txt', mimeType: 'text/plain', buffer: Buffer.from('Ana') })
    await page.getByRole('alert').getByText('File Must Be VCF Type').waitFor()
    await input.setInputFiles(vcf(...card('Bea Cole', 'ORG:Hill Homes')))
    await page.getByText('The card was read. Check it, then generate it.').waitFor()
    expect(await field(page, 'Organization').inputValue()).toBe('Hill Homes')
    // Not generated yet: it is there after a reload, and nothing takes its place unasked.
    await page.reload()
    await expect.poll(() => field(page, 'Organization').inputValue()).toBe('Hill Homes')
    await button(page, 'Edit Ana Pérez; Hill').click()
    await button(page, 'Discard').click()
    await page.getByRole('heading', { name: 'Edit Ana Pérez; Hill' }).waitFor()
    await input.setInputFiles(vcf(...card('Cem Day'), ...card('Dia Eck'), ...card('')))
    await page.getByText('2 contacts were read and are kept. 1 card could not be read.').waitFor()
    await button(page, 'Remove Cem Day').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await button(page, 'Remove Cem Day').waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await kept(surveyor)).map(({ firstName }) => firstName).sort())
      .toEqual(['Ana', 'Dia'])
  })
})

test('a refused contact picker is answered in words', async ({ visit, surveyor }) => {
  const page = await visit('phone')
  await page.addInitScript(() => {
    const select = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
    Object.defineProperty(navigator, 'contacts', { value: { select } })
  })
  await openAs(page, surveyor, '/ContactList')
  await page.getByRole('button', { name: 'Choose from this device’s contacts' }).tap()
  await page.getByText('You have to give permission of contact').waitFor()
})

test('contacts that could not be read are not said to be none', async ({ visit, surveyor }) => {
  const page = await visit('phone')
  await page.route('**/bx_block_contacts/contacts', (route) =>
    route.fulfill({ status: 500, json: { errors: [{ message: 'An unexpected error occurred' }] } }),
  )
  await openAs(page, surveyor, '/ContactList')
  const own = page.getByRole('region', { name: 'Your contacts' })
  await own.getByText('An unexpected error occurred').waitFor()
  expect(await own.getByText('No contacts yet.').count()).toBe(0)
  await page.unroute('**/bx_block_contacts/contacts')
  await own.getByRole('button', { name: 'Try again' }).tap()
  await own.getByText('No contacts yet.').waitFor()
})

test('without network a contact is made, its code shown, and it goes into a survey; all of it arrives', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor, { templateName: wiring })
  const page = await visit('phone', { bypassCSP: true, serviceWorkers: 'allow' })
  await openAs(page, surveyor, formAddress(survey))
  await form(page).input('Property manager').waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.goto('/ContactList')
  await page.getByText('No contacts yet.').waitFor()
  await page.context().setOffline(true)
  await field(page, 'First name').fill('Ana')
  await field(page, 'Contact number').fill('201 555 0123')
  await button(page, 'Generate card').tap()
  expect(await readCode(page, 'QR code with the card of Ana')).toContain('FN:Ana')
  await page.keyboard.press('Escape')
  await page.getByRole('img', { name: 'On this device, waiting to be sent' }).waitFor()
  await page.getByRole('link', { name: /1 change waits/ }).waitFor()

  await page.goto('/dashboard')
  await button(page, 'Create survey').first().tap()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Property and wiring survey/ })
    .tap()
  await button(page, 'Fill Property Owner from contacts').tap()
  const choice = page.getByRole('dialog', { name: 'Choose a contact for Property Owner' })
  await choice.getByRole('button', { name: 'Ana' }).tap()
  await expect.poll(() => field(page, 'Property Owner').inputValue()).toBe('Ana')
  await choice.waitFor({ state: 'hidden' })

  await page.goto(formAddress(survey))
  for (const [name, value] of [
    ['Property manager', 'Ana'],
    ['Property manager phone', '201 555 0123'],
    ['Maintenance contact and phone', 'Ana, 201 555 0123'],
  ] as const) {
    await button(page, `Fill ${name} from contacts`).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Ana/ }).waitFor()
    expect(await seriousOn(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Ana/ }).tap()
    await expect.poll(() => form(page).input(name).inputValue()).toBe(value)
  }
  await button(page, 'Fill Property manager email from contacts').tap()
  await page.getByText('No contact has the information this field needs.').waitFor()
  await page.keyboard.press('Escape')

  await page.context().setOffline(false)
  await expect
    .poll(async () => (await kept(surveyor)).map(({ contactNumber }) => contactNumber))
    .toEqual(['201 555 0123'])
  const stored = async () =>
    answerOf(await readSurvey(surveyor, survey.id), 'Property Info', 'Property manager phone').field_value
  await expect.poll(stored).toBe('201 555 0123')
})
