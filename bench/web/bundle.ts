import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import type { Figure } from '../measure.ts'
import { openSite } from '../server/site.ts'
import { launchOptions } from './browser.ts'

/** JavaScript fetched by a first visit, gzipped; compared to React and its DOM alone. */
export async function benchBundle(): Promise<Figure[]> {
  const site = await openSite()
  const browser = await chromium.launch(await launchOptions())
  try {
    const floor = await gzippedReact()
    const baseline = { name: 'react-dom production build alone', value: floor }
    const pages = [
      ['login', '/'],
      ['sign-up', '/EmailAccountRegistration'],
      ['guest report', '/survey-report/AAAAAAAAAAAAAAAAAAAAAA/AAAAAAAAAAAAAAAAAAAAAA'],
    ] as const
    const figures: Figure[] = []
    for (const [name, path] of pages) {
      const page = await browser.newPage()
      const scripts: Promise<number>[] = []
      page.on('response', (response) => {
        if (!/\.js(\?|$)/.test(response.url())) return
        scripts.push(response.body().then((body) => gzipSync(body).length))
      })
      await page.goto(site.server.address + path, { waitUntil: 'networkidle' })
      const bytes = (await Promise.all(scripts)).reduce((sum, length) => sum + length, 0)
      figures.push({ name: `JavaScript for ${name}`, value: bytes / 1024, unit: 'KiB gzip', baseline })
      await page.close()
    }
    return figures
  } finally {
    await browser.close()
    await site.close()
  }
}

async function gzippedReact(): Promise<number> {
  const folder = join(import.meta.dirname, '../../node_modules')
  const files = ['react-dom/cjs/react-dom-client.production.js', 'react/cjs/react.production.js']
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(join(folder, file))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}
