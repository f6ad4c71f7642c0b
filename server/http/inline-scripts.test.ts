import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inlineScripts } from './inline-scripts.ts'

test('the scripts of the page itself are allowed by their hashes, and no others', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-web-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(inlineScripts(folder)).toEqual([])

  const text = '\n{ document.title = "1" }\n'
  const page = `<script>${text}</script><script type="module" src="/assets/index.js"></script>`
  await writeFile(join(folder, 'index.html'), page)
  const hash = createHash('sha256').update(text).digest('base64')
  expect(inlineScripts(folder)).toEqual([`'sha256-${hash}'`])
})
