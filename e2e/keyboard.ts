import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Locator, Words } from './engines/page.ts'

/** More Tab presses than any screen has focusable elements. */
const round = 120

export async function pressOn(page: Page, button: Words): Promise<void> {
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}

/** Presses Tab until the focused element, or a group around it, has this name. */
export async function tabTo(page: Page, name: Words): Promise<void> {
  const isIt = (one: string) => (typeof name === 'string' ? one === name : name.test(one))
  for (let press = 0; press < round; press++) {
    const names = await page.evaluate(focusedNames)
    if (names.some(isIt)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${name}`)
}

/** Runs in the page: returns the accessible names of the focused element and its groups. */
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

/** Waits for the focus, which follows the next paint; earlier keys would be lost. */
export async function focused(field: Locator): Promise<void> {
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true)
}

/**
 * Waits until a dialog has taken the focus, a moment after it renders. A control focused before that would
 * lose the focus to the dialog's first one.
 */
export async function tookFocus(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true)
}
