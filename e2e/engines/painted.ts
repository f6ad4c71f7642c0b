import sharp from 'sharp'
import { expect } from 'vitest'
import type { Engine } from './engine.ts'
import type { Locator, Page } from './page.ts'

/** Letters differ from what is behind them by at least this much, of 255; what is flat differs by nothing. */
const leastSpread = 8

/** Looks at the pixels: an element can be there for everything that asks the page, and not be drawn. */
export async function expectPainted(page: Page, shown: Locator, what: string): Promise<void> {
  await expect
    .poll(() => spreadOf(page, shown), { message: `${what} is painted` })
    .toBeGreaterThan(leastSpread)
}

/** The questions of every field of this section that is a group of inputs. */
export async function expectQuestionsPainted(page: Page, atLeast: number): Promise<void> {
  const questions = page.locator('main fieldset > legend')
  await expect.poll(() => questions.count()).toBeGreaterThanOrEqual(atLeast)
  for (const question of await questions.all())
    await expectPainted(page, question, `The question '${await question.textContent()}'`)
}

/**
 * A field for a date that holds none: nothing stands in it that reads as a date. Chromium and Firefox write in it how
 * one is written; WebKit writes today, which only the pixels show. Once there is a date, it is seen.
 */
export async function expectEmptyDate(page: Page, field: Locator, { name }: Engine): Promise<void> {
  expect(await field.inputValue()).toBe('')
  const said = () => spreadOf(page, field, edge)
  // What was above it has just gone, and the field is on its way up.
  if (name === 'webkit') await expect.poll(said, { message: 'Nothing is painted' }).toBe(0)
  await field.fill('2199-12-31')
  await field.blur()
  await expect.poll(said, { message: 'The date is painted' }).toBeGreaterThan(leastSpread)
  await field.fill('')
}

/** What a field has around its words. */
const edge = 8

/** How much the grey values of the element's place on the screen differ. */
async function spreadOf(page: Page, shown: Locator, inside = 0): Promise<number> {
  const box = await shown.evaluate((node) => {
    // In the middle nothing that stays at an edge lies over it. Words, not the empty rest of their line.
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
