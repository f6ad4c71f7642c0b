import { chooseFiles } from '../choose-files.ts'
import type { Page } from '../engines/page.ts'
import { standsStill } from '../still.ts'
import { pressAt } from '../touch.ts'
import type { PickedFile } from './media.ts'

/** The floor plans of a survey. */
export function plans(page: Page) {
  const dialog = page.getByRole('dialog')
  const list = page.getByRole('list', { name: 'Floor plans' })
  const plan = (name: string) => page.getByRole('group', { name: `Floor plan ${name}` })
  const pins = page.getByRole('list', { name: 'Pins' })
  return {
    dialog,
    list,
    cards: list.getByRole('listitem'),
    plan,
    picture: (name: string) => plan(name).getByRole('img', { name }),
    /** On the plan itself. */
    pin: (label: string) => page.getByRole('button', { name: label, exact: true }),
    pins,
    rows: pins.getByRole('listitem'),
    said: page.getByRole('status'),
    async add(files: readonly PickedFile[]): Promise<void> {
      await page.getByRole('button', { name: 'Add a floor plan' }).click()
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: 'Picture or PDF' }).click(),
      ])
      await chooseFiles(chooser, files)
    },
    async open(name: string): Promise<void> {
      await list.getByRole('link', { name, exact: true }).click()
      await plan(name).waitFor()
      await plan(name).getByRole('img', { name }).waitFor()
    },
    /** Taps a place of the plan, in fractions of the picture. */
    async tap(name: string, x: number, y: number): Promise<void> {
      const at = await spotOf(page, name, x, y)
      await pressAt(page, at)
    },
    async choose(part: string): Promise<void> {
      // The section's name follows.
      await dialog.getByRole('button', { name: new RegExp(`^${part}( |$)`) }).click()
      await dialog.waitFor({ state: 'hidden' })
    },
    async drag(label: string, name: string, x: number, y: number): Promise<void> {
      const pin = page.getByRole('button', { name: label, exact: true })
      const box = await pin.boundingBox()
      if (!box) throw new Error(`No pin ${label}`)
      const to = await spotOf(page, name, x, y)
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move((box.x + to.x) / 2, (box.y + to.y) / 2, { steps: 4 })
      await page.mouse.move(to.x, to.y, { steps: 4 })
      await page.mouse.up()
    },
  }
}

async function spotOf(page: Page, name: string, x: number, y: number): Promise<{ x: number; y: number }> {
  const picture = plans(page).picture(name)
  await picture.evaluate(standsStill)
  const box = await picture.boundingBox()
  if (!box) throw new Error(`The plan ${name} is not shown`)
  return { x: box.x + box.width * x, y: box.y + box.height * y }
}
