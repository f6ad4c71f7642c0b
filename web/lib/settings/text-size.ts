import type { Settings } from '#contract/accounts/settings-choices.ts'

/** Where the page's own script (`web/skeleton/`) looks before anything is drawn. */
const key = 'text-size'

/** Everything is measured by the size of the page's own text, in percent of what the browser is set to. */
export function showTextSize(percent: Settings['text_size']): void {
  const page = document.documentElement
  page.style.fontSize = percent === 100 ? '' : `${percent}%`
  // For what a media query cannot see: how much room the text leaves.
  page.dataset.textSize = String(percent)
  try {
    localStorage.setItem(key, String(percent))
  } catch {
    // A browser that keeps nothing shows it for as long as the page is open.
  }
}
