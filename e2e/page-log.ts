import type { Page } from 'playwright-core'

export interface PageLog {
  /** Errors and warnings of the console (refused by the content policy included) and errors nobody caught. */
  told(): readonly string[]
}

/** Listens from now on. */
export function watchConsole(page: Page): PageLog {
  const lines: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') lines.push(message.text())
  })
  page.on('pageerror', (error) => lines.push(String(error)))
  return { told: () => lines }
}
