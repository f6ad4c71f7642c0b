import type { Settings } from '#contract/accounts/settings-choices.ts'

/** The page's own script (`web/skeleton/`) reads this key before the first paint. */
const key = 'text-size'

/** Sets the page's text size in percent of the browser's; all measures are relative to it. */
export function showTextSize(percent: Settings['text_size']): void {
  const page = document.documentElement
  page.style.fontSize = percent === 100 ? '' : `${percent}%`
  // For styles that a media query cannot express.
  page.dataset.textSize = String(percent)
  try {
    localStorage.setItem(key, String(percent))
  } catch {
    // Without storage it lasts as long as the page.
  }
}
