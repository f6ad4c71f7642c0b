import type { Page } from 'playwright-core'

export interface PageLog {
  /** Console errors and warnings, including policy violations, and uncaught errors. */
  lines(): readonly string[]
}

/** A journey's browser logs this where service workers are blocked. */
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
