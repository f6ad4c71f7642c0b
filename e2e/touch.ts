import type { Page } from './engines/page.ts'

/** Taps on a touch screen; clicks otherwise. */
export async function pressAt(
  page: Page,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<void> {
  const forFingers = await page.evaluate(() => navigator.maxTouchPoints > 0)
  if (forFingers && page.touchscreen) await page.touchscreen.tap(x, y)
  else await page.mouse.click(x, y)
}
