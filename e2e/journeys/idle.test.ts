import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { focused } from '../keyboard.ts'
import { photo } from '../pictures.ts'
import { attachPhoto, formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'

/** A battery lasts a day only if an idle screen does nothing. */
test('an idle screen reads nothing from the device and renders nothing', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  await attachPhoto(surveyor, survey, await photo('gate.jpg', 1))
  const page = await visit('phone')
  await page.addInitScript(countWork)
  await logIn(page, surveyor)
  await dashboard(page).surveys.getByText('1 survey').waitFor()
  await atRest(page, 'dashboard')
  await page.goto(formAddress(survey))
  await form(page).input('Property name').fill('Hill House')
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  await atRest(page, 'form')
  const name = form(page).input('Property name')
  await name.focus()
  await focused(name)
  const typed = () => drawnBy(page, () => page.keyboard.type(' behind the riser'))
  await expect.poll(typed).toEqual([])
  const emptied = async () => {
    await drawnBy(page, () => name.fill('Hill House'))
    return drawnBy(page, async () => {
      await name.fill('')
      await name.blur()
      await page.getByText('Please enter data').waitFor()
    })
  }
  await expect.poll(emptied).toEqual(['Property name'])
  await page.goto('/Datastorage2')
  await page.getByRole('heading', { name: 'Storage' }).first().waitFor()
  await atRest(page, 'storage')
})

/** Runs in the page: counts database reads and DOM changes. */
function countWork(): void {
  const work = { count: 0 }
  Object.assign(window, { work })
  for (const kind of [IDBObjectStore, IDBIndex]) {
    for (const name of ['get', 'getAll', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'] as const) {
      const original = kind.prototype[name] as (...input: unknown[]) => IDBRequest
      Object.assign(kind.prototype, {
        [name](this: IDBObjectStore | IDBIndex, ...input: unknown[]) {
          work.count++
          return original.apply(this, input)
        },
      })
    }
  }
  new MutationObserver((changes) => {
    work.count += changes.length
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}

/**
 * Returns the names of the fields that rerender for an action until it is on the server. Ignores the mark of
 * a slow answer. A photo may load meanwhile, so repeat: a field that rerenders on every key appears each
 * time.
 */
async function drawnBy(page: Page, work: () => Promise<void>): Promise<readonly string[]> {
  await page.evaluate(() => {
    const drawn = new Set<string>()
    Object.assign(window, { drawn })
    new MutationObserver((changes) => {
      const isMark = (node: Node) => node instanceof Element && node.matches('[role=img][data-state]')
      for (const { target, addedNodes, removedNodes } of changes) {
        const place = target instanceof Element ? target : target.parentElement
        const field = place?.closest('[id^=field-]')
        const nodes = [...addedNodes, ...removedNodes]
        if (isMark(target) || (nodes.length > 0 && nodes.every(isMark))) continue
        if (field) drawn.add(field.querySelector('[id$=-name]')?.textContent?.replace(' *', '') ?? field.id)
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  await work()
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  return page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn])
}

/** Waits for thirty consecutive frames with almost no work; a loop never allows that. */
async function atRest(page: Page, screen: string): Promise<void> {
  const inFrames = () =>
    page.evaluate(async () => {
      const { work } = window as unknown as { work: { count: number } }
      const before = work.count
      for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
      return work.count - before
    })
  await expect.poll(inFrames, { message: screen }).toBeLessThan(5)
}
