import type { Page } from 'playwright-core'

/**
 * Controls of the top dialog, or of the page, that a finger cannot touch wherever one scrolls, those whose words are
 * cut off, and words that lie under a button.
 */
export function outOfReach(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((one) => one.checkVisibility())
    const scope = dialogs.at(-1) ?? document.body
    const found: string[] = []
    for (const control of scope.querySelectorAll<HTMLElement>(
      'button, a[href]:not([href^="#"]), input, select, textarea',
    )) {
      const { width, height } = control.getBoundingClientRect()
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      // What is there for the screen reader alone, as an input behind its own drawing.
      if (width <= 1 || height <= 1 || getComputedStyle(control).clip !== 'auto') continue
      if (control.closest('[aria-hidden=true], [inert]')) continue
      const name = `<${control.tagName.toLowerCase()}> “${control.ariaLabel ?? control.innerText.slice(0, 40)}”`
      control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const label = control.closest('label') ?? control.parentElement
      if (!there || !(control.contains(there) || there.contains(control) || label?.contains(there)))
        found.push(`${name} lies under <${there?.tagName.toLowerCase()}>`)
      if (left < -1 || right > innerWidth + 1) found.push(`${name} runs out of the screen`)
      if (control.tagName !== 'BUTTON') continue
      const cut = [control, ...control.querySelectorAll<HTMLElement>('span')].some(
        (one) =>
          getComputedStyle(one).overflowX === 'hidden' &&
          one.clientWidth > 1 &&
          one.scrollWidth > one.clientWidth + 1,
      )
      if (cut) found.push(`${name} is cut off`)
    }
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement
      if (!around?.checkVisibility() || around.closest('button, option') || text.nodeValue?.trim() === '')
        continue
      around.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const seen = visible(text, around)
      if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) continue
      const there = document.elementFromPoint(seen.right - 1, (seen.top + seen.bottom) / 2)
      const over = there?.closest('button')
      if (over && !over.contains(around)) found.push(`“${text.nodeValue?.slice(0, 40)}” lies under a button`)
    }
    return [...new Set(found)]

    /** Where a text's last line is drawn, without what its places cut off. */
    function visible(text: Node, around: Element) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()]
      const { left = 0, right = 0, top = 0, bottom = 0 } = lines.at(-1) ?? {}
      const seen = { left, right, top, bottom }
      for (let place: Element | null = around; place; place = place.parentElement) {
        if (getComputedStyle(place).overflowX === 'visible') continue
        const box = place.getBoundingClientRect()
        seen.left = Math.max(seen.left, box.left)
        seen.right = Math.min(seen.right, box.right)
        seen.top = Math.max(seen.top, box.top)
        seen.bottom = Math.min(seen.bottom, box.bottom)
      }
      return seen
    }
  })
}
