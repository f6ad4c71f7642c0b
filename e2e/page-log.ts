import type { Page } from 'playwright-core'

export interface PageLog {
  /** Errors and warnings of the console (refused by the content policy included) and errors nobody caught. */
  lines(): readonly string[]
}

/** What a journey's own browser says where it lets no service worker in. */
const blocked = 'Service Worker registration blocked by Playwright'

/** Listens from now on. */
export function watchConsole(page: Page): PageLog {
  const lines: string[] = []
  page.on('console', (message) => {
    const isTrouble = message.type() === 'error' || message.type() === 'warning'
    if (isTrouble && message.text() !== blocked)
      lines.push(`${message.text()} ${message.location().url}`.trim())
  })
  page.on('pageerror', (error) => lines.push(String(error)))
  return { lines: () => lines }
}
