import sharp from 'sharp'
import { expect } from 'vitest'
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

/** How much the grey values of the element's place on the screen differ. */
async function spreadOf(page: Page, shown: Locator): Promise<number> {
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
    left,
    top,
    width: Math.min(Math.ceil(box.width), width - left),
    height: Math.min(Math.ceil(box.height), height - top),
  }
  if (region.width < 1 || region.height < 1) return 0
  const { channels } = await sharp(await picture.extract(region).greyscale().png().toBuffer()).stats()
  return channels[0]?.stdev ?? 0
}
