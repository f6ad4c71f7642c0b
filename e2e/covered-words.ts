import type { Locator } from './engines/page.ts'

/**
 * Returns words within a part of the screen that are covered by other content of the same part; ignores words
 * scrolled out of view.
 */
export function coveredWords(part: Locator): Promise<readonly string[]> {
  return part.evaluate((root) => {
    const found = new Set<string>()
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement
      if (!around?.checkVisibility()) continue
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\S+/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const { left, right, top, bottom, width } = range.getBoundingClientRect()
        if (width <= 1) continue
        for (const x of [left + 1, (left + right) / 2, right - 1]) {
          const over = document.elementFromPoint(x, (top + bottom) / 2)
          if (!over || !root.contains(over) || over === root) continue
          if (!over.contains(around) && !around.contains(over))
            found.add(`“${word}” under <${over.tagName.toLowerCase()}>`)
        }
      }
    }
    return [...found]
  })
}
