import sharp from 'sharp'
import { expect } from 'vitest'
import type { Engine } from './engine.ts'
import type { Locator, Page } from './page.ts'

/** Minimum difference of text from its background, of 255; a flat area has 0. */
const leastSpread = 8

/** Expects visible pixels: an element can exist in the DOM without being painted. */
export async function expectPainted(page: Page, shown: Locator, what: string): Promise<void> {
  await expect
    .poll(() => spreadOf(page, shown), { message: `${what} is painted` })
    .toBeGreaterThan(leastSpread)
}

/** Expects the labels of all of the section's field groups to be painted. */
export async function expectQuestionsPainted(page: Page, atLeast: number): Promise<void> {
  const questions = page.locator('main fieldset > legend')
  await expect.poll(() => questions.count()).toBeGreaterThanOrEqual(atLeast)
  for (const question of await questions.all())
    await expectPainted(page, question, `The question '${await question.textContent()}'`)
}

/**
 * Expects an empty date field to show no date. Chromium and Firefox show the date format; WebKit paints
 * today's date, which only pixels reveal. A set date must be visible.
 */
export async function expectEmptyDate(page: Page, field: Locator, { name }: Engine): Promise<void> {
  expect(await field.inputValue()).toBe('')
  const said = () => spreadOf(page, field, edge)
  // The element above has just disappeared, and the field is moving up.
  if (name === 'webkit') await expect.poll(said, { message: 'Nothing is painted' }).toBe(0)
  await field.fill('2199-12-31')
  await field.blur()
  await expect.poll(said, { message: 'The date is painted' }).toBeGreaterThan(leastSpread)
  await field.fill('')
}

/** A field's padding in pixels. */
const edge = 8

/** Returns the spread of gray values in the element's area. */
async function spreadOf(page: Page, shown: Locator, inside = 0): Promise<number> {
  const box = await shown.evaluate((node) => {
    // Centered, nothing fixed at an edge covers it. Measure the text, not the empty rest of its line.
    node.scrollIntoView({ block: 'center', behavior: 'instant' })
    const words = document.createRange()
    words.selectNodeContents(node)
    const ofWords = words.getBoundingClientRect()
    const { left, top, width, height } = ofWords.width > 0 ? ofWords : node.getBoundingClientRect()
    return { left, top, width, height }
  })
  const picture = sharp(await page.screenshot())
  const { width, height } = await picture.metadata()
  const left = Math.max(0, Math.floor(box.left))
  const top = Math.max(0, Math.floor(box.top))
  const region = {
    left: left + inside,
    top: top + inside,
    width: Math.min(Math.ceil(box.width), width - left) - 2 * inside,
    height: Math.min(Math.ceil(box.height), height - top) - 2 * inside,
  }
  if (region.width < 1 || region.height < 1) return 0
  const { channels } = await sharp(await picture.extract(region).greyscale().png().toBuffer()).stats()
  return channels[0]?.stdev ?? 0
}
