import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Locator, Words } from './engines/page.ts'

/** More presses than any screen needs to come round. */
const round = 120

export async function pressOn(page: Page, button: Words): Promise<void> {
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}

/** Presses Tab until what has the focus is called so, or stands in a group that is. */
export async function tabTo(page: Page, name: Words): Promise<void> {
  const isIt = (one: string) => (typeof name === 'string' ? one === name : name.test(one))
  for (let press = 0; press < round; press++) {
    const names = await page.evaluate(focusedNames)
    if (names.some(isIt)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${name}`)
}

/** In the page: what a person calls the element with the focus. */
function focusedNames(): readonly string[] {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return []
  const label = 'labels' in focused ? (focused as HTMLInputElement).labels?.[0] : undefined
  const spoken = (element: Element | null | undefined) => {
    const copy = element?.cloneNode(true)
    if (!(copy instanceof Element)) return ''
    for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
    return (copy.textContent ?? '').trim()
  }
  const group = focused.closest('fieldset')?.querySelector('legend')
  const own = ['BUTTON', 'A'].includes(focused.tagName) ? spoken(focused) : ''
  const input = focused.matches('input, textarea, select')
  return [focused.getAttribute('aria-label') ?? '', own, spoken(label), input ? spoken(group) : ''].filter(
    (name) => name !== '',
  )
}

/** The focus follows the next picture: whoever types before it types into nothing. */
export async function focused(field: Locator): Promise<void> {
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true)
}

/**
 * A dialog takes the focus a moment after it is drawn: whoever goes to one of its controls by name before that is taken
 * off it again, and the key falls on the dialog's first control.
 */
export async function tookFocus(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true)
}
