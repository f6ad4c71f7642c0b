import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { openWholeChromium, type Size, sizes } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { pressOn, tabTo } from '../keyboard.ts'
import { openAs } from '../open-as.ts'
import { sideways } from '../sideways.ts'
import { usually } from '../sizes.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const picture = (page: Page) => page.getByLabel('Camera preview')

/** Whether there is anything but one colour in what the element shows. */
function hasPicture(element: Element): boolean {
  const paper = document.createElement('canvas')
  paper.width = paper.height = 64
  const context = paper.getContext('2d')
  context?.drawImage(element as HTMLVideoElement | HTMLCanvasElement, 0, 0, 64, 64)
  const bytes = context?.getImageData(0, 0, 64, 64).data ?? []
  return new Set(bytes.filter((_, index) => index % 4 === 0)).size > 2
}

describe.each<Size>(usually('phone'))('the camera is checked on a %s', (size) => {
  test('its picture and a test photo are seen, without network, and nothing is kept', async ({
    site,
    surveyor,
  }) => {
    const chrome = await openWholeChromium(['--use-fake-device-for-media-stream=device-count=2'])
    try {
      const context = await chrome.newContext({
        baseURL: site.address,
        ...sizes[size],
        permissions: ['camera'],
        bypassCSP: true,
      })
      const page = await context.newPage()
      await openAs(page, surveyor, '/Home')
      const entry = page.getByRole('link', { name: 'Camera check' })
      await (size === 'phone' ? entry.tap() : entry.click())
      await page.getByRole('heading', { name: 'Camera check', level: 1 }).waitFor()
      await page.getByText('Allowed', { exact: true }).waitFor()
      await context.setOffline(true)

      await pressOn(page, 'Start the camera')
      await page.getByText('The camera works.').waitFor()
      await expect.poll(() => picture(page).evaluate(hasPicture)).toBe(true)
      await page.getByText(/^\d{3,} × \d{3,} pixels$/).waitFor()
      const cameras = page.getByRole('combobox', { name: 'Choose a camera' })
      const [first = '', second = ''] = await cameras
        .getByRole('option')
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
      expect(await cameras.inputValue()).toBe(first)
      await cameras.selectOption(second)
      await expect.poll(() => cameras.inputValue()).toBe(second)
      await page.getByText('The camera works.').waitFor()

      await pressOn(page, 'Take a test photo')
      const photo = page.getByRole('img', { name: 'Test photo' })
      expect(await photo.evaluate(hasPicture)).toBe(true)
      await page.getByText('This photo is not saved.').waitFor()
      expect(await seriousOn(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await sideways(page)).toBeLessThanOrEqual(0)
      await tabTo(page, 'Discard the photo')
      await page.keyboard.press('Enter')
      await photo.waitFor({ state: 'detached' })

      const stream = await picture(page).evaluateHandle(
        (video) => (video as HTMLVideoElement).srcObject as MediaStream,
      )
      expect(await stream.evaluate(({ active }) => active)).toBe(true)
      await button(page, 'Stop the camera').click()
      await button(page, 'Start the camera').waitFor()
      expect(await stream.evaluate(({ active }) => active)).toBe(false)
    } finally {
      await chrome.close()
    }
  })
})

test('where the camera is denied, the words say what to do in this browser, and lead on or home', async ({
  site,
  surveyor,
}) => {
  const chrome = await openWholeChromium(['--use-fake-device-for-media-stream'])
  try {
    const context = await chrome.newContext({
      baseURL: site.address,
      ...sizes.phone,
      bypassCSP: true,
      permissions: [],
    })
    const page = await context.newPage()
    await openAs(page, surveyor, '/CameraAccess')
    await button(page, 'Start the camera').tap()
    await page.getByRole('alert').getByText("No Camera Access: We don't have access to the camera.").waitFor()
    await page.getByText('Press the icon left of the address, switch Camera on').waitFor()
    expect(await seriousOn(page)).toEqual([])
    await context.grantPermissions(['camera'])
    await button(page, 'Try again').tap()
    await page.getByText('The camera works.').waitFor()

    await page.goto('/Settings2')
    await page.getByRole('radio', { name: 'Español' }).check()
    await page.getByRole('heading', { name: 'Ajustes', level: 1 }).waitFor()
    await context.clearPermissions()
    await context.grantPermissions([])
    await page.goto('/CameraAccess')
    await button(page, 'Iniciar la cámara').tap()
    await page.getByText('Presione el icono a la izquierda de la dirección').waitFor()
    await page.getByRole('link', { name: 'Volver al inicio' }).tap()
    await page.getByRole('heading', { name: 'Inicio', level: 1 }).waitFor()
  } finally {
    await chrome.close()
  }
})

test('shows that a device has no camera', async ({ visit, surveyor }) => {
  const page = await visit('phone', { permissions: ['camera'] })
  await openAs(page, surveyor, '/CameraAccess')
  await button(page, 'Start the camera').tap()
  await page.getByText('No camera was found.').waitFor()
  await button(page, 'Try again').waitFor()
})
