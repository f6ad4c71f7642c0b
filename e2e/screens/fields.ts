import type { Locator, Page } from '../engines/page.ts'
import { standsStill } from '../still.ts'

/** Fields of the types that need more than an input. */
export function fields(page: Page) {
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  return {
    group,
    button,
    dialog,
    /** Dates have no role of their own. */
    labelled: (name: string): Locator => page.getByLabel(new RegExp(`^${name}( \\*)?$`)),
    /** The result of a calculated field. */
    output: (name: string): Locator => page.getByRole('status', { name, exact: true }),
    async sign(field: string, name: string): Promise<void> {
      await group(field).getByRole('button', { name: 'Sign here' }).click()
      await dialog.getByLabel('Name of the person signing').fill(name)
      await write(page, dialog.getByRole('img', { name: 'Signature' }))
      await dialog.getByRole('button', { name: 'Done' }).click()
      await dialog.waitFor({ state: 'hidden' })
    },
  }
}

/** Draws two strokes of a pen. */
async function write(page: Page, paper: Locator): Promise<void> {
  await paper.evaluate(standsStill)
  const box = await paper.boundingBox()
  if (!box) throw new Error('There is no paper to write on.')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  const { mouse } = page
  for (const from of [0.15, 0.55]) {
    await mouse.move(...at(from, 0.7))
    await mouse.down()
    for (let step = 1; step <= 12; step += 1)
      await mouse.move(...at(from + step * 0.025, 0.5 + 0.3 * Math.sin(step)))
    await mouse.up()
  }
}
