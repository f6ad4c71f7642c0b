import type { Page } from 'playwright-core'

/** Longer strings are not words: addresses, numbers, text typed without spaces. */
const longest = 24

/** Returns words on the screen that are broken across lines. */
export function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate((most) => {
    const isToldOnly = (element: Element) => {
      for (let one: Element | null = element; one; one = one.parentElement) {
        const { width, height } = one.getBoundingClientRect()
        if (width <= 1 && height <= 1 && getComputedStyle(one).overflow === 'hidden') return true
      }
      return false
    }
    const found = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement
      if (!around?.checkVisibility() || isToldOnly(around)) continue
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\S+/gu)) {
        if (word.length > most || !/^\W*[\p{L}\p{M}]+\W*$/u.test(word)) continue
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
        const [first] = lines
        if (first && lines.some(({ top }) => Math.abs(top - first.top) > first.height / 2))
          found.add(`${word} in <${around.tagName.toLowerCase()}> “${text.nodeValue?.slice(0, 60)}”`)
      }
    }
    return [...found]
  }, longest)
}
