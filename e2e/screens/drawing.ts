import type { Page as TouchPage } from 'playwright-core'
import type { Page } from '../engines/page.ts'
import { standsStill } from '../still.ts'
import { pressAt } from '../touch.ts'

type Spot = readonly [x: number, y: number]

/** The full-screen editor; positions are fractions of the photo. */
export function drawing(page: Page, photo: { readonly width: number; readonly height: number }) {
  const editor = page.getByRole('dialog', { name: /^Draw on / })
  const canvas = editor.locator('canvas')
  const press = (name: string) => editor.getByRole('button', { name, exact: true })
  const choose = (name: string) => editor.getByRole('radio', { name, exact: true }).check()

  /** Returns the screen position of a place while the whole photo is visible. */
  async function at([x, y]: Spot): Promise<{ x: number; y: number }> {
    await canvas.evaluate(standsStill)
    const box = await canvas.boundingBox()
    if (!box) throw new Error('No photo is open.')
    const scale = Math.min((box.width - 16) / photo.width, (box.height - 16) / photo.height)
    return {
      x: box.x + box.width / 2 + (x - 0.5) * photo.width * scale,
      y: box.y + box.height / 2 + (y - 0.5) * photo.height * scale,
    }
  }

  async function between(from: Spot, to: Spot): Promise<readonly { x: number; y: number }[]> {
    const half: Spot = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    return Promise.all([at(from), at(half), at(to)])
  }

  return {
    at,
    between,
    editor,
    choose,
    press,
    undo: press('Undo'),
    save: press('Save'),
    cancel: press('Cancel'),
    shape: (name: string | RegExp) => editor.getByRole('button', { name }),
    text: editor.getByRole('textbox', { name: 'Text on the photo' }),
    /** Opens the editor from the field's list of photos. */
    async open(
      caption: ReturnType<Page['locator']>,
      button: 'Draw' | 'Edit drawing' = 'Draw',
    ): Promise<void> {
      await caption.click()
      await page.getByRole('dialog').getByRole('button', { name: button }).click()
      await canvas.waitFor()
    },
    async drag(tool: string, from: Spot, to: Spot): Promise<void> {
      await choose(tool)
      const [start, half, end] = await between(from, to)
      if (!start || !half || !end) return
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(half.x, half.y, { steps: 3 })
      await page.mouse.move(end.x, end.y, { steps: 3 })
      await page.mouse.up()
    },
    async tap(place: Spot): Promise<void> {
      await pressAt(page, await at(place))
    },
    async saved(): Promise<void> {
      await press('Save').click()
      await editor.waitFor({ state: 'hidden' })
    },
  }
}

/** The same by touch, which only Chromium's driver supports. */
export function fingers(page: TouchPage, photo: { readonly width: number; readonly height: number }) {
  const { at, between, choose } = drawing(page, photo)
  return {
    async swipe(tool: string, from: Spot, to: Spot): Promise<void> {
      await choose(tool)
      const places = await between(from, to)
      await touch(
        page,
        places.map((place) => [place]),
      )
    },
    /** Spreads two fingers around the photo's center. */
    async spread(): Promise<void> {
      const middle = await at([0.5, 0.5])
      const spreadBy = (apart: number) => [
        { x: middle.x - apart, y: middle.y },
        { x: middle.x + apart, y: middle.y },
      ]
      await touch(page, [30, 50, 90].map(spreadBy))
    },
  }
}

/** Touches the first positions, moves through the next ones, and releases. */
async function touch(
  page: TouchPage,
  moments: readonly (readonly { readonly x: number; readonly y: number }[])[],
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const [index, fingers] of moments.entries()) {
    const touchPoints = fingers.map((finger, id) => ({ ...finger, id }))
    const type = index === 0 ? 'touchStart' : 'touchMove'
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
